import { expect, test } from 'vitest'
import { dueText, type Plan } from './plans.ts'

const plan = { dueDay: 31, dueMonth: 3, periodicity: 'yearly' } as Plan

test.each([
  [{}, 'até ao último dia de março'],
  [{ dueDay: 15, dueMonth: 12 }, 'até ao dia 15 de dezembro'],
  [{ periodicity: 'once' }, 'até ao último dia de março'],
  [{ periodicity: 'monthly', dueDay: 8 }, 'até ao dia 8 do mês'],
  [{ periodicity: 'quarterly', dueMonth: 1, dueDay: 15 }, 'até ao dia 15 do 1.º mês'],
  // A period of six months has no seventh.
  [{ periodicity: 'halfYearly', dueMonth: 7 }, 'até ao último dia do 6.º mês'],
])('due date of %o: %s', (values, text) => {
  expect(dueText({ ...plan, ...values })).toBe(text)
})
