import { describe, expect, it } from 'vitest'
import { duplicatesQuery, editDuplicatesQuery } from './known-people.tsx'

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
