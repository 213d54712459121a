import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  toEuros,
  centsToDecimalText,
  decimalToCents,
  formatAmount,
  formatNumber,
  formatPercent,
  maxCents,
  parseAmount,
} from './amount.ts'

const spaced = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
const cents = fc.integer({ min: -maxCents, max: maxCents })

test('parseAmount accepts the usual formats', () => {
  const vectors: [text: string, cents: number][] = [
    ['1.234,56', 123456],
    ['1234,56', 123456],
    ['1234.56', 123456],
    ['1,234.56', 123456],
    ['1 234,56', 123456],
    ['1\u00a0234,56\u00a0€', 123456],
    ['1\u202f234,56', 123456],
    ['1.234,56 €', 123456],
    ['€ 1.234,56', 123456],
    ['1234,56 EUR', 123456],
    ['24 euros', 2400],
    ['1.234', 123400],
    ['1.234.567', 123456700],
    ['1.234.567,8', 123456780],
    ['12 345', 1234500],
    ['5', 500],
    ['5,5', 550],
    ['5.5', 550],
    [',50', 50],
    ['.5', 50],
    ['0,05', 5],
    ['007', 700],
    ['-5', -500],
    ['- 5,00 €', -500],
    ['−1.234,50', -123450],
    ['€ -5', -500],
    ['-0,00', 0],
    ['  24,00  ', 2400],
    ['100000000000', maxCents],
  ]
  for (const [text, expected] of vectors) assert.equal(parseAmount(text), expected, text)
  assert.ok(Object.is(parseAmount('-0'), 0))
})

test('parseAmount rejects other text and more than two decimals', () => {
  for (const text of [
    '',
    ' ',
    'abc',
    '€',
    ',',
    '5,',
    '5.',
    '1,234',
    '0.235',
    '1234.567',
    '12,345',
    '1.23.456',
    '1.2345,00',
    '1,234,567',
    '1.234.56',
    '1 234.567',
    '12 34',
    '1  2',
    '1e3',
    '0x10',
    '--5',
    '5-',
    '-€-5',
    '5,0 0',
    '1/2',
    '$5',
    'Infinity',
    'NaN',
    '100000000000,01',
    '9'.repeat(400),
  ]) {
    assert.equal(parseAmount(text), undefined, text)
  }
})

test('formatAmount groups thousands with no-break spaces, with decimal comma and euro sign', () => {
  const vectors: [cents: number, text: string][] = [
    [500, '5,00 €'],
    [0, '0,00 €'],
    [-0, '0,00 €'],
    [123450, '1 234,50 €'],
    [1234568, '12 345,68 €'],
    [-123450, '\u22121 234,50 €'],
    [123456789, '1 234 567,89 €'],
    [maxCents, '100 000 000 000,00 €'],
    [maxCents - 1, '99 999 999 999,99 €'],
  ]
  for (const [value, text] of vectors) assert.equal(spaced(formatAmount(value)), text)
  assert.ok(!formatAmount(123450).includes(' '), 'only no-break spaces')
})

test('amounts and integers are formatted as Intl does, with the sign for minus', () => {
  const digits = { useGrouping: 'always', signDisplay: 'negative' } as const
  const amounts = new Intl.NumberFormat('pt-PT', { style: 'currency', currency: 'EUR', ...digits })
  const integers = new Intl.NumberFormat('pt-PT', digits)
  fc.assert(
    fc.property(cents, (value) => {
      assert.equal(formatAmount(value), amounts.format(value / 100).replace('-', '\u2212'))
      assert.equal(formatNumber(value), integers.format(value).replace('-', '\u2212'))
    }),
  )
})

test('formatted amounts can be parsed', () => {
  fc.assert(fc.property(cents, (value) => assert.equal(parseAmount(formatAmount(value)), value)))
})

test('converting cents to decimals and back gives the same cents', () => {
  fc.assert(
    fc.property(cents, (value) => {
      assert.equal(decimalToCents(toEuros(value)), value)
      assert.equal(decimalToCents(centsToDecimalText(value)), value)
      assert.equal(decimalToCents(JSON.parse(JSON.stringify(toEuros(value)))), value)
    }),
  )
})

test('decimals are converted by their digits, without multiplying floats', () => {
  assert.notEqual(1.15 * 100, 115)
  assert.equal(decimalToCents(1.15), 115)
  assert.equal(decimalToCents(4.35), 435)
  assert.equal(decimalToCents('12.3'), 1230)
  assert.equal(decimalToCents('-0.05'), -5)
  assert.equal(decimalToCents(1e11), maxCents)
  assert.equal(centsToDecimalText(-5), '-0.05')
  assert.equal(centsToDecimalText(1250), '12.50')
  assert.equal(centsToDecimalText(0), '0.00')
})

test('decimalToCents rejects more than two decimals and numbers out of range', () => {
  for (const value of [
    0.1 + 0.2,
    1.005,
    '1.234',
    1e21,
    1e-7,
    NaN,
    Infinity,
    '',
    'abc',
    '1,5',
    ' 1',
    '1e3',
    1e11 + 1,
  ]) {
    assert.equal(decimalToCents(value), undefined, String(value))
  }
})

test('formatAmount throws on numbers that are not cents', () => {
  for (const value of [0.5, NaN, Infinity, maxCents + 1]) assert.throws(() => formatAmount(value), RangeError)
})

test('formatNumber and formatPercent use Portuguese separators', () => {
  assert.equal(spaced(formatNumber(5)), '5')
  assert.equal(spaced(formatNumber(1234.5)), '1 234,5')
  assert.equal(spaced(formatNumber(12345.678)), '12 345,678')
  assert.equal(spaced(formatNumber(-1234.5)), '\u22121 234,5')
  assert.equal(spaced(formatNumber(1234567.89)), '1 234 567,89')
  assert.equal(spaced(formatNumber(12.3, 2)), '12,30')
  assert.equal(spaced(formatNumber(12.5, 0)), '13')
  assert.equal(spaced(formatPercent(0.235)), '23,5%')
  assert.equal(spaced(formatPercent(-0.235)), '\u221223,5%')
})
