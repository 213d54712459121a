import type { DateText } from './dates.ts'

/** Number of years in the quota strip. */
export const stripYears = 6

/** Words of each state of the quotas of a year, singular and plural, and its sign on paper. `none`: no charge, for example before the admission. */
export const quotaMarks = {
  paid: ['paga', 'pagas', 'P'],
  partial: ['paga em parte', 'pagas em parte', '½'],
  owed: ['em dívida', 'em dívida', 'D'],
  exempt: ['isenta', 'isentas', 'I'],
  none: ['sem cobrança', 'sem cobrança', '–'],
} as const

/** State of the quotas of a year. */
export type QuotaMark = keyof typeof quotaMarks

/** Returns the first and the last year of the strip on a date. */
export function stripSpan(today: DateText): { first: number; last: number } {
  const last = Number(today.slice(0, 4))
  return { first: last - stripYears + 1, last }
}
