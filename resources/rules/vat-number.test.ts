import assert from 'node:assert/strict'
import { test } from 'node:test'
import { vatNumber } from './vat-number.ts'

test('accepts numbers in the format of their country', () => {
  for (const value of [
    'ATU57194903',
    'BE0697449992',
    'FR61954506077',
    'PT501964843',
    'EL123456789',
    'NL123456789B01',
    'IE1234567WA',
    'IE1+23456W',
    'XIGD123',
    'SE123456789012',
  ]) {
    assert.equal(vatNumber.problem(value), undefined, value)
  }
})

test('nine digits are read as Portuguese, and GR becomes EL', () => {
  assert.equal(vatNumber.normalize('501 964 843'), 'PT501964843')
  assert.equal(vatNumber.normalize('gr 123456789'), 'EL123456789')
})

test('rejects unknown countries, wrong formats and an invalid NIF', () => {
  assert.match(vatNumber.problem('US123456789')!, /código do país/)
  assert.match(vatNumber.problem('')!, /código do país/)
  assert.match(vatNumber.problem('AT57194903')!, /inválido para este país/)
  assert.match(vatNumber.problem('DE12345678')!, /inválido para este país/)
  assert.match(vatNumber.problem('PT501964842')!, /controlo não confere/)
  assert.match(vatNumber.problem('PT999999990')!, /consumidor final/)
})
