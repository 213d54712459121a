import type { Context } from '../../context.ts'
import type { Querying } from '../../database/querying.ts'
import { execute, many, raiseVersion, sql } from '../../database/sql.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { StateChange } from '../../membership-events.ts'
import { monthsOf, shareMonths } from '../ledger/conditions.ts'
import { lockLedger, refreshLedger } from '../ledger/ledger.ts'

/** SQL: whether `c` is a quota of a period that begins after the day on which its member `m` left. */
const afterLeaving = sql`c.type = 'quota' AND period_start(c.year, c.period) > m.end_date`
/** SQL: whether leaving cancels the charge `c` of the member `m`. */
const cancelledByLeaving = sql`${afterLeaving} AND c.status = 'open' AND NOT c.owed_after_leaving`

/**
 * Whoever left owes what was due while a member, and nothing of the periods that begin after the day of leaving: those
 * that are unpaid are cancelled, save those that a person decided are owed. For one member, or for all; safe to repeat.
 */
export async function cancelAfterLeaving(
  context: Pick<Context, 'db' | 'today' | 'settings' | 'changes'>,
  memberId: string | null = null,
): Promise<void> {
  const { db, changes } = context
  const found = await many(
    db,
    sql`SELECT DISTINCT m.id FROM unsettled_payments c JOIN members m ON m.id = c.member_id
           WHERE m.end_date IS NOT NULL AND ${cancelledByLeaving} AND (${memberId}::uuid IS NULL OR m.id = ${memberId})`,
    { id: 'uuid' },
  )
  if (found.length === 0) return
  const chosen = found.map(({ id }) => id)
  await lockLedger(db, chosen)
  const cancelled = await many(
    db,
    sql`UPDATE unsettled_payments c SET status = 'cancelled', cancel_reason = 'saída', cancelled_by = 'leaving',
             ${raiseVersion('c')}
           FROM members m WHERE m.id = c.member_id AND m.id = ANY(${chosen}::uuid[]) AND ${cancelledByLeaving}
           RETURNING c.id, c.version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'updated', cancelled))
  await refreshLedger(context, chosen)
}

/**
 * A leaving that is corrected on its own day never was: what it cancelled of the periods after it is owed again, unless
 * something later is of the same months. Safe to repeat.
 */
export async function oweAfterMistake(context: StateChange): Promise<void> {
  const { db, memberId, date, changes } = context
  await lockLedger(db, [memberId])
  const rows = await many(
    db,
    sql`WITH back AS (
             SELECT c.id FROM unsettled_payments c JOIN members m ON m.id = c.member_id
             WHERE m.id = ${memberId} AND m.end_date IS NULL AND c.cancelled_by = 'leaving' AND period_start(c.year, c.period) > ${date}::date
               AND EXISTS (SELECT FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id
                 WHERE h.member_id = m.id AND n.marks_end AND h.start_date = ${date}::date AND h.end_date = ${date}::date)
               AND NOT EXISTS (SELECT FROM unsettled_payments o WHERE o.member_id = c.member_id AND o.type = c.type
                 AND o.year = c.year AND ${shareMonths(monthsOf('o'), monthsOf('c'))}
                 AND (o.status <> 'cancelled' OR o.cancelled_by = 'leaving' AND o.id > c.id)))
           UPDATE unsettled_payments c SET status = 'open', cancel_reason = NULL, cancelled_by = NULL,
             ${raiseVersion('c')}
           FROM back WHERE c.id = back.id RETURNING c.id, c.version`,
    idAndVersion,
  )
  if (rows.length === 0) return
  changes.push(...changesOf('unsettledPayments', 'updated', rows))
  await refreshLedger(context, [memberId])
}

/** Has a charge that a person wrote, or made owed again, stay owed where its member had left before its period began. */
export async function keepAfterLeaving(db: Querying, chargeId: string): Promise<void> {
  await execute(
    db,
    sql`UPDATE unsettled_payments c SET owed_after_leaving = true FROM members m
           WHERE c.id = ${chargeId} AND m.id = c.member_id AND ${afterLeaving}`,
  )
}
