import type { DateText } from './dates.ts'
import { addDays } from './dates.ts'

/**
 * When the accounting year of the organisation begins: on the first day of this month, '1' to '12' (CIRC art. 8.º). A year is named by the calendar
 * year of its first day: 2026 is September 2026 to August 2027.
 */
export interface FiscalYearStart {
  fiscalYearStart: string
}

/** Returns the accounting year of a date. */
export function fiscalYearOf({ fiscalYearStart }: FiscalYearStart, date: DateText): number {
  return Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < Number(fiscalYearStart) ? 1 : 0)
}

/** Returns the first and the last day of an accounting year. */
export function fiscalYearDays(
  { fiscalYearStart }: FiscalYearStart,
  year: number,
): { first: DateText; last: DateText } {
  const firstOf = (named: number) => `${named}-${fiscalYearStart.padStart(2, '0')}-01`
  return { first: firstOf(year), last: addDays(firstOf(year + 1), -1) }
}

/** Returns an accounting year as it is written: `2026`, or `2026/27` when it is not the calendar's. */
export function fiscalYearText({ fiscalYearStart }: FiscalYearStart, year: number): string {
  return fiscalYearStart === '1' ? String(year) : `${year}/${String(year + 1).slice(-2)}`
}
