import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amountInWords, numberInWords } from './amount-in-words.ts'

test('writes numbers in words of European Portuguese', () => {
  const vectors: [value: number, words: string][] = [
    [0, 'zero'],
    [1, 'um'],
    [14, 'catorze'],
    [16, 'dezasseis'],
    [17, 'dezassete'],
    [19, 'dezanove'],
    [20, 'vinte'],
    [21, 'vinte e um'],
    [99, 'noventa e nove'],
    [100, 'cem'],
    [101, 'cento e um'],
    [116, 'cento e dezasseis'],
    [200, 'duzentos'],
    [234, 'duzentos e trinta e quatro'],
    [999, 'novecentos e noventa e nove'],
    [1000, 'mil'],
    [1001, 'mil e um'],
    [1020, 'mil e vinte'],
    [1099, 'mil e noventa e nove'],
    [1100, 'mil e cem'],
    [1101, 'mil cento e um'],
    [1200, 'mil e duzentos'],
    [1234, 'mil duzentos e trinta e quatro'],
    [2000, 'dois mil'],
    [2026, 'dois mil e vinte e seis'],
    [21_000, 'vinte e um mil'],
    [100_000, 'cem mil'],
    [101_500, 'cento e um mil e quinhentos'],
    [999_999, 'novecentos e noventa e nove mil novecentos e noventa e nove'],
    [1_000_000, 'um milhão'],
    [1_000_001, 'um milhão e um'],
    [1_000_100, 'um milhão e cem'],
    [1_001_000, 'um milhão e mil'],
    [1_002_300, 'um milhão dois mil e trezentos'],
    [1_200_000, 'um milhão e duzentos mil'],
    [1_234_000, 'um milhão duzentos e trinta e quatro mil'],
    [1_234_567, 'um milhão duzentos e trinta e quatro mil quinhentos e sessenta e sete'],
    [2_000_000, 'dois milhões'],
    [1_000_000_000, 'mil milhões'],
    [2_500_000_000, 'dois mil e quinhentos milhões'],
  ]
  for (const [value, words] of vectors) assert.equal(numberInWords(value), words)
})

test('writes amounts in euros and cents', () => {
  const vectors: [cents: number, words: string][] = [
    [0, 'zero euros'],
    [1, 'um cêntimo'],
    [50, 'cinquenta cêntimos'],
    [100, 'um euro'],
    [101, 'um euro e um cêntimo'],
    [150, 'um euro e cinquenta cêntimos'],
    [200, 'dois euros'],
    [2400, 'vinte e quatro euros'],
    [10_000, 'cem euros'],
    [10_100, 'cento e um euros'],
    [100_000, 'mil euros'],
    [123_450, 'mil duzentos e trinta e quatro euros e cinquenta cêntimos'],
    [200_000, 'dois mil euros'],
    [100_000_000, 'um milhão de euros'],
    [200_000_000, 'dois milhões de euros'],
    [200_000_001, 'dois milhões de euros e um cêntimo'],
    [200_000_100, 'dois milhões e um euros'],
    [100_000_000_000, 'mil milhões de euros'],
    [1e13, 'cem mil milhões de euros'],
    [-500, 'menos cinco euros'],
  ]
  for (const [cents, words] of vectors) assert.equal(amountInWords(cents), words)
})

test('throws on fractions and numbers out of range', () => {
  for (const value of [0.5, NaN, 1e13 + 1]) assert.throws(() => amountInWords(value), RangeError)
  for (const value of [-1, 1.5, 1e12]) assert.throws(() => numberInWords(value), RangeError)
})

test('different numbers have different words, without gaps', () => {
  fc.assert(
    fc.property(fc.nat({ max: 999_999_999_999 }), fc.nat({ max: 999_999_999_999 }), (one, other) => {
      assert.doesNotMatch(numberInWords(one), /undefined| {2}|^ | $/)
      assert.equal(numberInWords(one) === numberInWords(other), one === other)
    }),
  )
  const names = new Set(Array.from({ length: 20_000 }, (_, value) => numberInWords(value)))
  assert.equal(names.size, 20_000)
})
