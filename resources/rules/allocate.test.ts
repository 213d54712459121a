import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allocate, sortBySettlement } from './allocate.ts'

const charge = (id: string, dueDate: string, type = 'quota') => ({ id, dueDate, type })

test('sorts by due date, joias before others of the same day', () => {
  const charges = [
    charge('d', '2026-03-31'),
    charge('c', '2025-03-31'),
    charge('b', '2025-03-31', 'card'),
    charge('a', '2026-03-31', 'joia'),
  ]
  assert.deepEqual(
    sortBySettlement(charges).map(({ id }) => id),
    ['b', 'c', 'a', 'd'],
  )
  assert.deepEqual(
    charges.map(({ id }) => id),
    ['d', 'c', 'b', 'a'],
    'the input is not changed',
  )
})

test('allocates to charges in order; the remainder is credit', () => {
  const [first, second] = [{ openAmount: 2400 }, { openAmount: 2400 }]
  assert.deepEqual(allocate(3000, [first, second]), {
    lines: [
      { charge: first, amount: 2400 },
      { charge: second, amount: 600 },
    ],
    credit: 0,
  })
  assert.deepEqual(allocate(5000, [first, second]).credit, 200)
  assert.deepEqual(allocate(0, [first]), { lines: [], credit: 0 })
  assert.deepEqual(allocate(500, [{ openAmount: 0 }]), { lines: [], credit: 500 })
})

test('lines and credit add up to the amount, and no line exceeds the open amount', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(cents, fc.array(cents), (amount, open) => {
      const charges = open.map((openAmount) => ({ openAmount }))
      const { lines, credit } = allocate(amount, charges)
      assert.equal(
        lines.reduce((sum, line) => sum + line.amount, credit),
        amount,
      )
      for (const line of lines) assert.ok(line.amount > 0 && line.amount <= line.charge.openAmount)
    }),
  )
})
