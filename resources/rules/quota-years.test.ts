import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripSpan } from './quota-years.ts'

test('the strip ends with the current year', () => {
  assert.deepEqual(stripSpan('2026-01-01'), { first: 2021, last: 2026 })
  assert.deepEqual(stripSpan('2026-12-31'), { first: 2021, last: 2026 })
})
