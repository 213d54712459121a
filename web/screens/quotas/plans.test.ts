import { expect, test } from 'vitest'
import { dayState, dueText, priceAt, priceDays, type Plan, type Price } from './plans.ts'

const plan = { dueDay: 31, dueMonth: 3, periodicity: 'yearly' } as Plan

test.each([
  [{}, 'até ao último dia de março'],
  [{ dueDay: 15, dueMonth: 12 }, 'até ao dia 15 de dezembro'],
  [{ periodicity: 'once' }, 'até ao último dia de março'],
  [{ periodicity: 'monthly', dueDay: 8 }, 'até ao dia 8 do mês'],
  [{ periodicity: 'quarterly', dueMonth: 1, dueDay: 15 }, 'até ao dia 15 do 1.º mês'],
  // A period of six months has no seventh.
  [{ periodicity: 'halfYearly', dueMonth: 7 }, 'até ao último dia do 6.º mês'],
] as const)('due date of %o: %s', (values, text) => {
  expect(dueText({ ...plan, ...values })).toBe(text)
})

const prices: Price[] = [
  { _id: '1', validFrom: '2021-01-01', categoryId: null, amount: 20, joia: 10 },
  { _id: '2', validFrom: '2021-01-01', categoryId: 'young', amount: 10, joia: 0 },
  { _id: '3', validFrom: '2024-01-01', categoryId: null, amount: 24, joia: 10 },
]

test.each([
  [null, '2020-12-31', undefined],
  [null, '2021-01-01', 20],
  [null, '2023-12-31', 20],
  [null, '2026-01-01', 24],
  // Its own price has priority over a newer general one.
  ['young', '2026-01-01', 10],
  ['other', '2026-01-01', 24],
] as const)('price of category %s on %s: %s', (category, day, amount) => {
  expect(priceAt(prices, category, day)?.amount).toBe(amount)
})

test('a price tells whether it is the category’s own, and whether it begins on the day', () => {
  expect(priceAt(prices, 'young', '2021-01-01')).toMatchObject({ isOwn: true, isNew: true })
  expect(priceAt(prices, 'young', '2024-01-01')).toMatchObject({ isOwn: true, isNew: false })
  expect(priceAt(prices, 'other', '2024-01-01')).toMatchObject({ isOwn: false, isNew: true })
})

test('the last day that has begun is in force', () => {
  const days = priceDays(prices)
  expect(days).toEqual(['2024-01-01', '2021-01-01'])
  expect(days.map((day) => dayState(days, day, '2022-06-01'))).toEqual(['future', 'now'])
  expect(days.map((day) => dayState(days, day, '2024-01-01'))).toEqual(['now', 'past'])
})
