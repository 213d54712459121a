import assert from 'node:assert/strict'
import { test } from 'node:test'
import { citizenCard, civilNumberOf } from './citizen-card.ts'

const typed = [
  '00000000 0 ZZ4',
  '04521224 4 ZZ7',
  '05454679 6 ZY7',
  '10149080 1 ZY0',
  '12345678 9 ZZ1',
  '13456789 7 ZX9',
]

test('accepts numbers whose two check digits are right, without warning', () => {
  for (const text of typed) {
    const value = citizenCard.normalize(text)
    assert.equal(citizenCard.problem(value), undefined, text)
    assert.equal(citizenCard.warning!(value), undefined, text)
    assert.equal(citizenCard.format(value), text)
  }
})

test('an unexpected ninth digit gives a warning', () => {
  assert.equal(citizenCard.problem('100000000ZZ2'), undefined)
  assert.match(citizenCard.warning!('100000000ZZ2')!, /9\.º algarismo/)
})

test('rejects a wrong last digit and a wrong format', () => {
  assert.match(citizenCard.problem('000000000ZZ3')!, /controlo não confere/)
  for (const value of ['04521224', '045212244', '04521224AZZ7', '045212244ZZ71', '045212244Z#7']) {
    assert.match(citizenCard.problem(value)!, /12 caracteres/, value)
  }
})

test('pads short civil numbers, but not a number without its version', () => {
  assert.equal(citizenCard.normalize('4521224 4 zz7'), '045212244ZZ7')
  assert.equal(citizenCard.normalize('045212244'), '045212244')
  assert.equal(citizenCard.normalize('4521224'), '4521224')
})

test('civilNumberOf returns the first eight digits', () => {
  assert.equal(civilNumberOf('045212244ZZ7'), '04521224')
})
