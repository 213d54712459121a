import assert from 'node:assert/strict'
import { test } from 'node:test'
import { niss } from './niss.ts'

test('accepts numbers with the right check digit', () => {
  for (const value of ['25092295811', '25096952645', '12345678902', '11000000007', '25501964845']) {
    assert.equal(niss.problem(value), undefined, value)
    assert.equal(niss.warning!(value), undefined, value)
  }
})

test('rejects wrong check digits and wrong lengths', () => {
  assert.equal(niss.problem('25092295812'), 'NISS inválido: o algarismo de controlo não confere.')
  assert.equal(niss.problem('2509229581'), 'O NISS tem de ter 11 algarismos.')
  assert.equal(niss.problem('2509229581A'), 'O NISS tem de ter 11 algarismos.')
})

test('normalising keeps digits only', () => {
  assert.equal(niss.normalize(' 250 922.958-11 '), '25092295811')
})
