import type { Querying } from '../database/querying.ts'
import { one, prepared, sql } from '../database/sql.ts'

/** What is numbered by year. */
export type Numbered = 'transactions' | 'documents' | 'donations' | 'rounds'

/**
 * The next number of the year of a date: `2026/00012`. The row lock of the counter lasts until the transaction ends, so that a rollback
 * leaves no gap. Sent last, since others wait for it.
 */
export async function nextNumber(db: Querying, of: Numbered, date: string): Promise<string> {
  const year = date.slice(0, 4)
  const { last } = await one(
    db,
    prepared(sql`INSERT INTO treasury_counters AS known (series, last) VALUES (${`${of}/${year}`}, 1)
      ON CONFLICT (series) DO UPDATE SET last = known.last + 1 RETURNING last`),
    { last: 'integer' },
  )
  return `${year}/${String(last).padStart(numberDigits, '0')}`
}

/** Digits of a number after the year. */
export const numberDigits = 5
