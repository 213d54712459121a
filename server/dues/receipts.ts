import type { Context } from '../context.ts'
import { one, prepared, sql } from '../database/sql.ts'

/**
 * The next number of the series of the payment's year: `Q/2026/000123`. Others wait for the end of the transaction, so a
 * number that is not used is given again and there are no gaps. Asked for last, since everybody waits here.
 */
export async function nextReceipt(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  date: string,
): Promise<{ receiptSeries: string; receiptNumber: string }> {
  const receiptSeries = `${settings.receiptSeries}/${date.slice(0, 4)}`
  const { last } = await one(
    db,
    prepared(sql`INSERT INTO receipt_counters AS known (series, last) VALUES (${receiptSeries}, 1)
       ON CONFLICT (series) DO UPDATE SET last = known.last + 1 RETURNING last`),
    { last: 'integer' },
  )
  return { receiptSeries, receiptNumber: `${receiptSeries}/${String(last).padStart(6, '0')}` }
}
