import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commissionOf } from './commission.ts'

test('a commission is rounded to the cent, half a cent up', () => {
  const of = (collected: number, rate: number) =>
    commissionOf({ collected, rate, payments: 3, perPayment: 0 })
  assert.deepEqual(
    [of(1250, 1000), of(1000, 750), of(1130, 500), of(1129, 500), of(0, 1000), of(33_333, 10_000)],
    [125, 75, 57, 56, 0, 33_333],
  )
})

test('a fixed amount is added for each payment', () => {
  assert.equal(commissionOf({ collected: 4800, rate: 500, payments: 2, perPayment: 25 }), 240 + 50)
})
