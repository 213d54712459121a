import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bicOfIban, formatIban, iban, maskIban } from './iban.ts'
import { mod97, mod97CheckDigits } from './bank-identifiers.ts'

const valid = [
  'PT50 0002 0123 1234 5678 9015 4',
  'PT50 0027 0000 0001 2345 6783 3',
  'PT50 0035 0123 0000 1234 5677 7',
  'PT50 0010 0000 1234 5678 9014 3',
  'PT50 0033 0000 4540 1234 5672 5',
]

test('accepts Portuguese IBANs with the right check digits, and formats them in groups of four', () => {
  for (const text of valid) {
    const value = iban.normalize(text)
    assert.equal(value.length, 25)
    assert.equal(iban.problem(value), undefined, text)
    assert.equal(iban.format(value), text)
  }
})

test('rejects wrong check digits and Portuguese IBANs that do not begin with PT50', () => {
  assert.match(iban.problem('PT50003300004540123456705')!, /não conferem/)
  assert.match(iban.problem('PT51000201231234567890154')!, /começa por PT50/)
  assert.match(iban.problem('PT5000020123123456789015')!, /25 caracteres/)
  assert.match(iban.problem('PT5000020123123456789015A')!, /25 caracteres/)
})

test('rejects a valid IBAN whose NIB is invalid', () => {
  // This IBAN passes the general check; only the rule about PT50 rejects it.
  const wrongNib = '000201231234567890155'
  const check = mod97CheckDigits(`${wrongNib}2529`)
  assert.notEqual(check, '50')
  assert.match(iban.problem(`PT${check}${wrongNib}`)!, /começa por PT50/)
  assert.match(iban.problem(`PT50${wrongNib}`)!, /não conferem/)
})

test('accepts IBANs of SEPA countries only', () => {
  for (const text of [
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'ES9121000418450200051332',
    'GB29NWBK60161331926819',
    'CH9300762011623852957',
    'ME25505000012345678951',
  ]) {
    assert.equal(iban.problem(text), undefined, text)
  }
  assert.match(iban.problem('BR1800360305000010009795493C1')!, /SEPA/)
  assert.match(iban.problem('DE8937040044053201300')!, /22 caracteres/)
  assert.match(iban.problem('DE89370400440532013001')!, /não conferem/)
  for (const text of ['', 'XX12', '12345', 'ABCDEFGH'])
    assert.match(iban.problem(text)!, /código do país/, text)
})

test('accepts a NIB without PT50, and the word IBAN before the number', () => {
  assert.equal(iban.normalize('0002 0123 12345678901 54'), 'PT50000201231234567890154')
  assert.equal(iban.normalize('IBAN: pt50.0002-0123 1234 5678 9015 4'), 'PT50000201231234567890154')
  assert.equal(iban.normalize('000201231234567890155'), '000201231234567890155')
})

test('maskIban shows both ends only', () => {
  assert.equal(maskIban('PT50000201231234567890154'), 'PT50 •••• … 0154')
  assert.equal(maskIban('PT50'), '••••')
})

test('bicOfIban knows the larger banks', () => {
  assert.equal(bicOfIban('PT50003501230000123456777'), 'CGDIPTPL')
  assert.equal(bicOfIban('PT50000201231234567890154'), undefined)
  assert.equal(bicOfIban('DE89370400440532013000'), undefined)
})

test('a NIB with its check digits gives a valid IBAN with PT50, and one changed digit makes it invalid', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{19}$/),
      fc.nat({ max: 18 }),
      fc.integer({ min: 1, max: 9 }),
      (account, at, change) => {
        const value = iban.normalize(account + mod97CheckDigits(account))
        assert.equal(value.slice(0, 4), 'PT50')
        assert.equal(iban.problem(value), undefined)
        assert.equal(formatIban(value).replaceAll(' ', ''), value)
        const changed = (Number(value[4 + at]) + change) % 10
        assert.notEqual(iban.problem(value.slice(0, 4 + at) + changed + value.slice(5 + at)), undefined)
      },
    ),
  )
})

test('mod97 is exact for numbers of any length', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,40}$/), (digits) => {
      assert.equal(mod97(digits), Number(BigInt(digits) % 97n))
    }),
  )
})
