import type { DateText } from './dates.ts'

/** How many years the quota strip shows. */
export const stripYears = 6

/** What each mark says of one year, and of several; without a charge it says that nothing was asked, as before somebody belonged. */
export const quotaMarks = {
  paid: ['paga', 'pagas'],
  partial: ['paga em parte', 'pagas em parte'],
  owed: ['em dívida', 'em dívida'],
  exempt: ['isenta', 'isentas'],
  none: ['sem cobrança', 'sem cobrança'],
} as const

/** How a year stands. */
export type QuotaMark = keyof typeof quotaMarks

/** The first and the last year of the strip on a day. */
export function stripSpan(today: DateText): { first: number; last: number } {
  const last = Number(today.slice(0, 4))
  return { first: last - stripYears + 1, last }
}
