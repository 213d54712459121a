import { members } from '@agremia/resources/definitions/members.ts'
import { describe, expect, it } from 'vitest'
import { withName } from '../../resource/settings/fields-settings.tsx'
import { membersQuestion } from '../member-parts/members-question.ts'
import { spanText } from '../member-parts/member-facts.tsx'
import { editDuplicatesQuery, duplicatesQuery } from '../member-parts/use-known-people.ts'

describe('search for possible duplicates', () => {
  it('sends no query until the values can identify a person', () => {
    expect(duplicatesQuery({ name: 'Ana' })).toBe('')
    expect(duplicatesQuery({ birthDate: '1990-01-01' })).toBe('')
    expect(duplicatesQuery({ name: 'Ana', birthDate: '1990-01-01' })).toBe('name=Ana&birthDate=1990-01-01')
    expect(duplicatesQuery({ name: 'Ana', nif: '123456789' })).toBe('nif=123456789&name=Ana')
  })

  it.each([
    [[], ''],
    [['city'], ''],
    [['nif'], 'nif=123456789&except=p1'],
    [['email', 'city'], 'email=ana%40exemplo.pt&except=p1'],
    [['name'], 'name=Ana&birthDate=1990-01-01&except=p1'],
    [['birthDate'], 'name=Ana&birthDate=1990-01-01&except=p1'],
  ])('for a registered person, searches by the changed fields %j', (changes, query) => {
    const ana = { name: 'Ana', birthDate: '1990-01-01', nif: '123456789', email: 'ana@exemplo.pt' }
    expect(editDuplicatesQuery(ana, { personId: 'p1', changes })).toBe(query)
  })
})

describe('duration of membership', () => {
  it.each([
    ['1992-03-12', '2026-11-21', '34 anos'],
    ['2025-11-21', '2026-11-21', '1 ano'],
    ['2026-06-01', '2026-11-21', '5 meses'],
    ['2026-11-20', '2026-11-21', '1 dia'],
    ['2026-12-20', '2026-11-21', 'menos de um dia'],
  ])('from %s to %s is %s', (from, until, text) => expect(spanText(from, until)).toBe(text))
})

describe('setting with a list of fields', () => {
  it('contains each name once', () => {
    expect(withName(['a', 'b'], 'b', true)).toBe('a,b')
    expect(withName(['a', 'b'], 'a', false)).toBe('b')
    expect(withName([], 'a', false)).toBe('')
  })
})

it('the early request of the list has the sort order of the list', () => {
  expect(membersQuestion.sort).toBe(members.list?.sort)
})
