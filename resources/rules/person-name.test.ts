import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personName } from './person-name.ts'

test('accepts names of natural and legal persons', () => {
  for (const value of [
    'Maria João Gonçalves',
    'Li',
    'Grupo 25 de Abril',
    'Иван',
    "D'Orey",
    'x'.repeat(200),
  ]) {
    assert.equal(personName.problem(value), undefined, value)
  }
})

test('rejects names that are too short, too long or without letters', () => {
  for (const value of ['', 'A', '123', '25 4', '--']) {
    assert.equal(personName.problem(value), 'Indique o nome completo.', value)
  }
  assert.match(personName.problem('x'.repeat(201))!, /200 caracteres/)
})

test('normalising collapses spaces and composes letters', () => {
  assert.equal(personName.normalize('  Joa\u0303o \u00a0 da\tSilva\n'), 'João da Silva')
})
