import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, joinList, plural } from './plural.ts'

test('the singular is for 1 only', () => {
  const rules = new Intl.PluralRules('pt-PT')
  for (const count of [0, 1, 1.5, 2, 100, -1]) {
    assert.equal(plural(count, 'one', 'other'), rules.select(count), String(count))
  }
  assert.equal(counted(1, 'sócio', 'sócios'), '1 sócio')
  assert.equal(counted(0, 'sócio', 'sócios'), '0 sócios')
  assert.equal(counted(12345, 'transação', 'transações'), '12\u00a0345 transações')
})

test('joinList separates with commas and a conjunction', () => {
  assert.equal(joinList([]), '')
  assert.equal(joinList(['a']), 'a')
  assert.equal(joinList(['a', 'b']), 'a e b')
  assert.equal(joinList(['a', 'b', 'c']), 'a, b e c')
  assert.equal(joinList(['a', 'b', 'c'], 'ou'), 'a, b ou c')
})
