import { fiscalYearOf, fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import type { Querying } from '../database/querying.ts'
import { one, prepared, sql } from '../database/sql.ts'
import type { Context } from '../rest/modules.ts'

/** What is numbered by year. */
export type Numbered = 'transactions' | 'documents' | 'donations' | 'rounds'

/**
 * The next number of a year: `2026/00012`, or `2026/27/00012` of an accounting year (`fiscalYearText`). The row lock of the counter lasts until the
 * transaction ends, so that a rollback leaves no gap. Sent last, since others wait for it.
 */
export async function nextNumber(db: Querying, of: Numbered, year: string): Promise<string> {
  const { last } = await one(
    db,
    prepared(sql`INSERT INTO treasury_counters AS known (series, last) VALUES (${`${of}/${year}`}, 1)
      ON CONFLICT (series) DO UPDATE SET last = known.last + 1 RETURNING last`),
    { last: 'integer' },
  )
  return `${year}/${String(last).padStart(numberDigits, '0')}`
}

/** The next number of a transaction or document, of the accounting year of its date. Undefined when it has one of that year already. */
export async function numberInYear(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  of: 'transactions' | 'documents',
  { before, date }: { before: string | undefined; date: string },
): Promise<{ number?: string }> {
  const year = fiscalYearOf(settings, date)
  if (before !== undefined && fiscalYearOf(settings, before) === year) return {}
  return { number: await nextNumber(db, of, fiscalYearText(settings, year)) }
}

/** Digits of a number after the year. */
export const numberDigits = 5
