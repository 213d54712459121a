import { expect, it } from 'vitest'
import { ruleOf } from './transaction-rules.ts'

const registered = {
  status: 'registered',
  date: '2026-05-10',
  arrivalDate: null,
  paymentId: null,
  reconciledOn: null,
} as const

it('everything of a transaction changes, unless something holds it', () => {
  expect(ruleOf(registered, '')).toEqual({ editable: undefined, reason: undefined })
  expect(ruleOf(registered, '2026-05-09').reason).toBeUndefined()
})

it.each([
  ['cancelled', { status: 'cancelled' }, ''],
  ['reversal', { status: 'reversal' }, ''],
  ['closed', {}, '2026-05-10'],
  ['payment', { paymentId: 'p' }, ''],
  ['reconciled', { reconciledOn: '2026-06-01' }, ''],
  ['closed', { paymentId: 'p', reconciledOn: '2026-06-01' }, '2026-12-31'],
] as const)('%s: the amount does not change, and the notes do', (reason, values, closedUntil) => {
  const rule = ruleOf({ ...registered, ...values }, closedUntil)
  expect(rule.reason).toBe(reason)
  expect(rule.editable).not.toContain('amount')
  expect(rule.editable).toContain('notes')
})

it('the cost centre of a payment changes, and the category of a reconciled transaction', () => {
  expect(ruleOf({ ...registered, paymentId: 'p' }, '').editable).toContain('splits')
  expect(ruleOf({ ...registered, paymentId: 'p' }, '').editable).not.toContain('categoryId')
  expect(ruleOf({ ...registered, reconciledOn: '2026-06-01' }, '').editable).toContain('categoryId')
})

it('of a transfer that left in a closed year, the arrival changes while its day is open', () => {
  const transfer = { ...registered, date: '2025-12-31', arrivalDate: '2026-01-02' }
  expect(ruleOf(transfer, '2025-12-31').editable).toContain('arrivalDate')
  expect(ruleOf(transfer, '2025-12-31').editable).not.toContain('date')
  expect(ruleOf(transfer, '2026-01-31').editable).not.toContain('arrivalDate')
})
