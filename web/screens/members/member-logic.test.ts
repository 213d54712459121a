import { members } from '@agremia/resources/definitions/members.ts'
import { describe, expect, it } from 'vitest'
import { withName } from '../../resource/settings/fields-settings.tsx'
import { membersQuestion } from '../member-parts/members-question.ts'
import { spanText } from '../member-parts/member-facts.tsx'
import { editedQueryOf, queryOf } from '../member-parts/use-known-people.ts'

describe('looking for people who are already known', () => {
  it('waits until what is typed can tell somebody from others', () => {
    expect(queryOf({ name: 'Ana' })).toBe('')
    expect(queryOf({ birthDate: '1990-01-01' })).toBe('')
    expect(queryOf({ name: 'Ana', birthDate: '1990-01-01' })).toBe('name=Ana&birthDate=1990-01-01')
    expect(queryOf({ name: 'Ana', nif: '123456789' })).toBe('nif=123456789&name=Ana')
  })

  it.each([
    [[], ''],
    [['city'], ''],
    [['nif'], 'nif=123456789&except=p1'],
    [['email', 'city'], 'email=ana%40exemplo.pt&except=p1'],
    [['name'], 'name=Ana&birthDate=1990-01-01&except=p1'],
    [['birthDate'], 'name=Ana&birthDate=1990-01-01&except=p1'],
  ])('of somebody registered asks for others like %j', (changes, query) => {
    const ana = { name: 'Ana', birthDate: '1990-01-01', nif: '123456789', email: 'ana@exemplo.pt' }
    expect(editedQueryOf(ana, { personId: 'p1', changes })).toBe(query)
  })
})

describe('how long somebody has belonged', () => {
  it.each([
    ['1992-03-12', '2026-11-21', '34 anos'],
    ['2025-11-21', '2026-11-21', '1 ano'],
    ['2026-06-01', '2026-11-21', '5 meses'],
    ['2026-11-20', '2026-11-21', '1 dia'],
    ['2026-12-20', '2026-11-21', 'menos de um dia'],
  ])('from %s to %s is %s', (from, until, text) => expect(spanText(from, until)).toBe(text))
})

describe('a setting that lists fields', () => {
  it('has each name once', () => {
    expect(withName(['a', 'b'], 'b', true)).toBe('a,b')
    expect(withName(['a', 'b'], 'a', false)).toBe('b')
    expect(withName([], 'a', false)).toBe('')
  })
})

it('the list is asked for early in the order in which the application asks for it', () => {
  expect(membersQuestion.sort).toBe(members.list?.sort)
})
