import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryCodes, countryName, isCountry, listCountries } from './countries.ts'

test('has every code of ISO 3166-1 once, with a name', () => {
  assert.equal(countryCodes.length, 249)
  assert.equal(new Set(countryCodes).size, 249)
  for (const code of countryCodes) {
    assert.match(code, /^[A-Z]{2}$/)
    assert.notEqual(countryName(code), code, code)
  }
})

test('Portugal is first, and again in the alphabetical list', () => {
  const list = listCountries()
  assert.equal(list.length, 250)
  assert.deepEqual(list[0], { code: 'PT', name: 'Portugal', _k: -1 })
  const rest = list.slice(1).map((country) => country.name)
  assert.ok(rest.includes('Portugal'))
  assert.deepEqual(rest, [...rest].sort(new Intl.Collator('pt-PT').compare))
  assert.ok(list.slice(1).every((country) => country._k === undefined))
})

test('names are in European Portuguese', () => {
  assert.equal(countryName('DE'), 'Alemanha')
  assert.equal(countryName('AT'), 'Áustria')
  assert.equal(countryName('XX'), 'XX')
  assert.equal(countryName('nonsense'), 'nonsense')
})

test('only ISO codes in upper case are countries', () => {
  assert.ok(isCountry('PT'))
  for (const code of ['pt', 'UK', 'EU', 'XK', 'ZZ', '']) assert.ok(!isCountry(code), code)
})
