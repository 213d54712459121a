import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { instalmentsOf, splitAmount } from './instalments.ts'

test('instalments are monthly, on the last day of shorter months', () => {
  assert.deepEqual(instalmentsOf(1000, 3, '2026-01-31'), [
    { number: 1, dueDate: '2026-01-31', amount: 334 },
    { number: 2, dueDate: '2026-02-28', amount: 333 },
    { number: 3, dueDate: '2026-03-31', amount: 333 },
  ])
})

test('parts add up to the whole, and differ by at most a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 1e9 }), fc.integer({ min: 1, max: 60 }), (total, parts) => {
      const amounts = splitAmount(total, parts)
      assert.equal(amounts.length, parts)
      assert.equal(
        amounts.reduce((sum, amount) => sum + amount, 0),
        total,
      )
      assert.ok(Math.max(...amounts) - Math.min(...amounts) <= 1)
    }),
  )
})
