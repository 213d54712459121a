import { fiscalYearOf, fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import type { Sql } from '../database/sql.ts'
import { execute, many, prepared, raiseVersion, sql } from '../database/sql.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import { numberDigits } from './counters.ts'
import type { Context } from '../rest/modules.ts'

interface Reversal {
  /** The condition of the transactions `t`; those that are reversed already are left out. */
  which: Sql
  /** The date of the reversals, of an open year. */
  day: string
  /** Day of the reversals of transfer arrivals; default: `day`. */
  arrivalDay?: string
  reason: string
}

/** Reverses transactions: inserts each again with the negative amount, with its parts by cost centre, and marks it as cancelled. */
export async function reverseTransactions(
  { db, world, changes }: Pick<Context, 'db' | 'world' | 'changes'>,
  { which, day, arrivalDay = day, reason }: Reversal,
): Promise<void> {
  const settings = await world.organisation.settings()
  const year = fiscalYearText(settings, fiscalYearOf(settings, day))
  const cancelled = await many(
    db,
    prepared(sql`UPDATE transactions t SET status = 'cancelled', cancel_reason = ${reason}, cancelled_at = ${world.clock()}, ${raiseVersion('t')}
      WHERE (${which}) AND t.status = 'registered' RETURNING t.id, t.version`),
    idAndVersion,
  )
  if (cancelled.length === 0) return
  const ids = cancelled.map(({ id }) => id)
  const reversals = await many(
    db,
    prepared(sql`WITH reversed AS (
        SELECT t.*, new_id() AS reversal_id, row_number() OVER (ORDER BY t.number, t.id) AS place FROM transactions t
        WHERE t.id = ANY(${ids}::uuid[])),
      numbered AS (SELECT *, dense_rank() OVER (ORDER BY number) AS counted FROM reversed),
      taken AS (
        INSERT INTO treasury_counters AS known (series, last) SELECT ${`transactions/${year}`}, max(counted) FROM numbered
        ON CONFLICT (series) DO UPDATE SET last = known.last + excluded.last RETURNING last)
      INSERT INTO transactions (id, number, kind, date, description, amount, account_id, to_account_id, from_account_id, transfer_id,
        category_id, cost_center_id, external_entity_id, member_id, method, payment_id, return_id, refund_id, reverses_id, status, search_text)
      SELECT n.reversal_id, ${year} || '/' || lpad((last - (SELECT max(counted) FROM numbered) + counted)::text, ${numberDigits}, '0'), kind,
        CASE WHEN n.transfer_id IS NULL THEN ${day}::date ELSE ${arrivalDay}::date END, left('Estorno: ' || description, 250), -amount, account_id, to_account_id, from_account_id,
        (SELECT o.reversal_id FROM numbered o WHERE o.id = n.transfer_id), category_id, cost_center_id, external_entity_id, member_id, method,
        payment_id, return_id, refund_id, id, 'reversal', search_text
      FROM numbered n, taken ORDER BY n.place RETURNING id, version`),
    idAndVersion,
  )
  await execute(
    db,
    prepared(sql`INSERT INTO transaction_splits (id, transaction_id, cost_center_id, date, kind, amount, position)
      SELECT new_id(), r.id, s.cost_center_id, r.date, s.kind, -s.amount, s.position
      FROM transaction_splits s JOIN transactions r ON r.reverses_id = s.transaction_id WHERE s.transaction_id = ANY(${ids}::uuid[])`),
  )
  changes.push(
    ...changesOf('transactions', 'updated', cancelled),
    ...changesOf('transactions', 'created', reversals),
  )
}
