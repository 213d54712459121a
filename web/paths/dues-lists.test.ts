import { expect, test } from 'vitest'
import {
  chargesDue,
  chargesPaid,
  debtsDue,
  membersWithCredit,
  monthDays,
  paymentsBetween,
} from './dues-lists.ts'

test.each([
  [2026, 1, '2026-01-01', '2026-01-31'],
  [2026, 2, '2026-02-01', '2026-02-28'],
  [2028, 2, '2028-02-01', '2028-02-29'],
  [2026, 12, '2026-12-01', '2026-12-31'],
])('month %i-%i goes from %s to %s', (year, month, from, to) => {
  expect(monthDays(year, month)).toEqual({ from, to })
})

test('the address of a list has every filter and omits open limits', () => {
  expect(paymentsBetween({ from: '2026-01-01', to: '2026-12-31' })).toBe(
    '/pagamentos?todos=sim&date_from=2026-01-01&date_to=2026-12-31&status=registered&status=confirmed&status=returned',
  )
  expect(debtsDue()).toBe('/dividas?todos=sim&status=open&status=partial')
  expect(debtsDue({ from: null, to: '2026-11-21' })).toBe(
    '/dividas?todos=sim&dueDate_to=2026-11-21&status=open&status=partial',
  )
  expect(chargesDue({ from: '2026-01-01', to: '2026-01-31' }, 'a')).toBe(
    '/dividas?todos=sim&dueDate_from=2026-01-01&dueDate_to=2026-01-31&categoryId=a&status=open&status=partial&status=paid',
  )
  expect(chargesPaid({ from: '2026-01-01', to: '2026-12-31' }, 'a')).toBe(
    '/dividas?todos=sim&dueDate_from=2026-01-01&dueDate_to=2026-12-31&categoryId=a&status=partial&status=paid',
  )
  expect(membersWithCredit('/socios')).toBe('/socios?todos=sim&credit_from=0.01')
})
