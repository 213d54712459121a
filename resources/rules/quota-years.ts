import type { DateText } from './dates.ts'

/** How many years the quota strip shows. */
export const stripYears = 6

/** The first and the last year of the strip on a day. */
export function stripSpan(today: DateText): { first: number; last: number } {
  const last = Number(today.slice(0, 4))
  return { first: last - stripYears + 1, last }
}
