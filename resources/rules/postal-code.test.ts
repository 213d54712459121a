import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importedPostalCode, postalCode, postalCodeFor } from './postal-code.ts'

test('normalises the usual formats', () => {
  for (const typed of ['4050-262', '4050262', '4050 262', ' 4050 - 262 ', '4050–262']) {
    assert.equal(postalCode.normalize(typed), '4050-262', typed)
  }
  assert.equal(postalCode.problem('4050-262'), undefined)
  assert.equal(postalCode.problem('1249-103'), undefined)
})

test('rejects other formats', () => {
  for (const value of ['0050-262', '4050', '4050-26', '4050-2622', '40502-62', 'SW1A 1AA', '']) {
    assert.equal(postalCode.problem(value), 'O código postal tem a forma 1234-567.', value)
  }
})

test('imported postal codes may have four digits, with a warning', () => {
  assert.equal(importedPostalCode.problem('4050'), undefined)
  assert.match(importedPostalCode.warning!('4050')!, /4 algarismos/)
  assert.equal(importedPostalCode.warning!('4050-262'), undefined)
  assert.notEqual(importedPostalCode.problem('0050'), undefined)
})

test('other countries accept free text of up to twelve characters', () => {
  const rule = postalCodeFor('GB')
  assert.equal(rule.normalize(' SW1A  1AA '), 'SW1A 1AA')
  assert.equal(rule.problem('SW1A 1AA'), undefined)
  assert.match(rule.problem('1234567890123')!, /12 caracteres/)
  assert.equal(postalCodeFor('PT'), postalCode)
  assert.equal(postalCodeFor(undefined), postalCode)
})
