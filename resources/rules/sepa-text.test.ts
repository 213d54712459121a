import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hasSepaLetters, sepaReference, sepaText } from './sepa-text.ts'

test('text of SEPA files: accents fall away, other characters become spaces', () => {
  assert.equal(sepaText('Associação «Sol & Mar» – 24,00 €', 70), 'Associacao Sol + Mar - 24,00 EUR')
  assert.equal(sepaText('Łucja D’Ávila', 70), "Lucja D'Avila")
  assert.equal(sepaText('łøßæœđþı ĐØÆÞ', 70), 'lossaeoedthi DOAETH')
  assert.equal(sepaText('Quota de 2026', 7), 'Quota d')
  assert.equal(sepaText('Quota de 2026', 6), 'Quota')
})

test('text of SEPA files: any text gives allowed characters within the length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 140 }), (text, max) => {
      assert.match(sepaText(text, max), /^[A-Za-z0-9/\-?:().,'+ ]*$/)
      assert.ok(sepaText(text, max).length <= max)
    }),
  )
})

test('names of SEPA files have a Latin letter', () => {
  for (const name of ['Łucja', 'ß', 'Анна da Silva']) assert.equal(hasSepaLetters(name), true, name)
  for (const name of ['', 'Анна Иванова', '王小明', '- 12']) assert.equal(hasSepaLetters(name), false, name)
})

test('references of SEPA files', () => {
  for (const value of ['ADC-000123-1', "A/B?C:(D).,'+", 'X'.repeat(35)])
    assert.equal(sepaReference.problem(value), undefined, value)
  for (const value of ['', 'com espaço', 'ADÇ', '/A', 'A/', 'A//B', 'X'.repeat(36), 'A_B'])
    assert.notEqual(sepaReference.problem(value), undefined, value)
})
