import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isLegalPersonNif, isNaturalPersonNif, nif, nifCheckDigit } from './nif.ts'

const valid =
  '501964843 507104560 506035220 501442600 509229581 509695264 503766151 123456789 299999998 100000010 200000004 ' +
  '500000000 450000010 600000010 700000011 710000014 720000017 980000017 990000010'

test('accepts numbers with the right check digit', () => {
  for (const value of valid.split(' ')) assert.equal(nif.problem(value), undefined, value)
})

test('rejects a wrong check digit', () => {
  for (const value of ['501964842', '123456780', '111111111']) {
    assert.equal(nif.problem(value), 'NIF inválido: o algarismo de controlo não confere.', value)
  }
})

test('rejects anything but nine digits', () => {
  for (const value of ['12345678', '1234567890', '12345678A', '', '٥01964843']) {
    assert.equal(nif.problem(value), 'O NIF tem de ter 9 algarismos.', value)
  }
  assert.equal(nif.problem('012345678'), 'NIF inválido: não pode começar por 0.')
})

test('rejects the NIF of anonymous buyers, although its check digit is right', () => {
  assert.equal(nifCheckDigit('999999990'), 0)
  assert.match(nif.problem('999999990')!, /consumidor final/)
})

test('normalising removes spaces, dots, hyphens and the prefix PT', () => {
  for (const typed of [
    '501 964 843',
    ' 501.964.843 ',
    'PT501964843',
    'pt 501-964-843',
    '501\u00a0964\u202f843',
  ]) {
    assert.equal(nif.normalize(typed), '501964843', typed)
  }
  assert.equal(nif.format('501964843'), '501 964 843')
  assert.equal(nif.format('50196'), '50196')
})

test('unknown and old series give a warning', () => {
  const withCheck = (digits: string) => digits + nifCheckDigit(digits)
  for (const start of ['40', '46', '73', '76', '92', '97', '80']) {
    const value = withCheck(`${start}000000`)
    assert.equal(nif.problem(value), undefined, value)
    assert.notEqual(nif.warning!(value), undefined, value)
  }
  for (const value of valid.split(' ')) assert.equal(nif.warning!(value), undefined, value)
})

test('the first digits distinguish natural and legal persons', () => {
  for (const value of ['123456789', '299999998', '450000010']) {
    assert.ok(isNaturalPersonNif(value) && !isLegalPersonNif(value), value)
  }
  for (const value of ['501964843', '600000010', '710000014', '990000010']) {
    assert.ok(isLegalPersonNif(value) && !isNaturalPersonNif(value), value)
  }
})

test('exactly one of the ten last digits is valid', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000_000, max: 99_999_998 }), (start) => {
      const accepted = [...'0123456789'].filter((last) => nif.problem(`${start}${last}`) === undefined)
      assert.equal(accepted.length, 1)
    }),
  )
})

test('normalising is idempotent', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const once = nif.normalize(text)
      if (!once.startsWith('PT')) assert.equal(nif.normalize(once), once)
    }),
  )
})
