import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  isLegalPersonNif,
  isNaturalPersonNif,
  nif,
  nifCheckDigit,
  vatNumber,
  niss,
  citizenCard,
  civilNumberOf,
} from './identity-numbers.ts'

const valid =
  '501964843 507104560 506035220 501442600 509229581 509695264 503766151 123456789 299999998 100000010 200000004 ' +
  '500000000 450000010 600000010 700000011 710000014 720000017 980000017 990000010'

test('NIF: accepts numbers with the right check digit', () => {
  for (const value of valid.split(' ')) assert.equal(nif.problem(value), undefined, value)
})

test('NIF: rejects a wrong check digit', () => {
  for (const value of ['501964842', '123456780', '111111111']) {
    assert.equal(nif.problem(value), 'NIF inválido: o algarismo de controlo não confere.', value)
  }
})

test('NIF: rejects anything but nine digits', () => {
  for (const value of ['12345678', '1234567890', '12345678A', '', '٥01964843']) {
    assert.equal(nif.problem(value), 'O NIF tem de ter 9 algarismos.', value)
  }
  assert.equal(nif.problem('012345678'), 'NIF inválido: não pode começar por 0.')
})

test('NIF: rejects the NIF of anonymous buyers, although its check digit is right', () => {
  assert.equal(nifCheckDigit('999999990'), 0)
  assert.match(nif.problem('999999990')!, /consumidor final/)
})

test('NIF: normalising removes spaces, dots, hyphens and the prefix PT', () => {
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

test('NIF: unknown and old series give a warning', () => {
  const withCheck = (digits: string) => digits + nifCheckDigit(digits)
  for (const start of ['40', '46', '73', '76', '92', '97', '80']) {
    const value = withCheck(`${start}000000`)
    assert.equal(nif.problem(value), undefined, value)
    assert.notEqual(nif.warning!(value), undefined, value)
  }
  for (const value of valid.split(' ')) assert.equal(nif.warning!(value), undefined, value)
})

test('NIF: the first digits distinguish natural and legal persons', () => {
  for (const value of ['123456789', '299999998', '450000010']) {
    assert.ok(isNaturalPersonNif(value) && !isLegalPersonNif(value), value)
  }
  for (const value of ['501964843', '600000010', '710000014', '990000010']) {
    assert.ok(isLegalPersonNif(value) && !isNaturalPersonNif(value), value)
  }
})

test('NIF: exactly one of the ten last digits is valid', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000_000, max: 99_999_998 }), (start) => {
      const accepted = [...'0123456789'].filter((last) => nif.problem(`${start}${last}`) === undefined)
      assert.equal(accepted.length, 1)
    }),
  )
})

test('NIF: normalising is idempotent', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const once = nif.normalize(text)
      if (!once.startsWith('PT')) assert.equal(nif.normalize(once), once)
    }),
  )
})

test('VAT number: accepts numbers in the format of their country', () => {
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

test('VAT number: nine digits are read as Portuguese, and GR becomes EL', () => {
  assert.equal(vatNumber.normalize('501 964 843'), 'PT501964843')
  assert.equal(vatNumber.normalize('gr 123456789'), 'EL123456789')
})

test('VAT number: rejects unknown countries, wrong formats and an invalid NIF', () => {
  assert.match(vatNumber.problem('US123456789')!, /código do país/)
  assert.match(vatNumber.problem('')!, /código do país/)
  assert.match(vatNumber.problem('AT57194903')!, /inválido para este país/)
  assert.match(vatNumber.problem('DE12345678')!, /inválido para este país/)
  assert.match(vatNumber.problem('PT501964842')!, /controlo não confere/)
  assert.match(vatNumber.problem('PT999999990')!, /consumidor final/)
})

test('NISS: accepts numbers with the right check digit', () => {
  for (const value of ['25092295811', '25096952645', '12345678902', '11000000007', '25501964845']) {
    assert.equal(niss.problem(value), undefined, value)
    assert.equal(niss.warning!(value), undefined, value)
  }
})

test('NISS: rejects wrong check digits and wrong lengths', () => {
  assert.equal(niss.problem('25092295812'), 'NISS inválido: o algarismo de controlo não confere.')
  assert.equal(niss.problem('2509229581'), 'O NISS tem de ter 11 algarismos.')
  assert.equal(niss.problem('2509229581A'), 'O NISS tem de ter 11 algarismos.')
})

test('NISS: normalising keeps digits only', () => {
  assert.equal(niss.normalize(' 250 922.958-11 '), '25092295811')
})

const typed = [
  '00000000 0 ZZ4',
  '04521224 4 ZZ7',
  '05454679 6 ZY7',
  '10149080 1 ZY0',
  '12345678 9 ZZ1',
  '13456789 7 ZX9',
]

test('Cartão de Cidadão: accepts numbers whose two check digits are right, without warning', () => {
  for (const text of typed) {
    const value = citizenCard.normalize(text)
    assert.equal(citizenCard.problem(value), undefined, text)
    assert.equal(citizenCard.warning!(value), undefined, text)
    assert.equal(citizenCard.format(value), text)
  }
})

test('Cartão de Cidadão: an unexpected ninth digit gives a warning', () => {
  assert.equal(citizenCard.problem('100000000ZZ2'), undefined)
  assert.match(citizenCard.warning!('100000000ZZ2')!, /9\.º algarismo/)
})

test('Cartão de Cidadão: rejects a wrong last digit and a wrong format', () => {
  assert.match(citizenCard.problem('000000000ZZ3')!, /controlo não confere/)
  for (const value of ['04521224', '045212244', '04521224AZZ7', '045212244ZZ71', '045212244Z#7']) {
    assert.match(citizenCard.problem(value)!, /12 caracteres/, value)
  }
})

test('Cartão de Cidadão: pads short civil numbers, but not a number without its version', () => {
  assert.equal(citizenCard.normalize('4521224 4 zz7'), '045212244ZZ7')
  assert.equal(citizenCard.normalize('045212244'), '045212244')
  assert.equal(citizenCard.normalize('4521224'), '4521224')
})

test('Cartão de Cidadão: civilNumberOf returns the first eight digits', () => {
  assert.equal(civilNumberOf('045212244ZZ7'), '04521224')
})
