import type { Context } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import { changesOf } from '../rest/changes.ts'
import { lockLedger, refreshLedger } from './ledger.ts'

/** SQL: whether `c` is a quota of a period that begins after the day on which its member `m` left. */
const afterLeaving = `c.type = 'quota' AND period_start(c.year, c.period) > m.end_date`
/** SQL: whether leaving cancels the charge `c` of the member `m`. */
const cancelledByLeaving = `${afterLeaving} AND c.status = 'open' AND NOT c.owed_after_leaving`

/**
 * Whoever left owes what was due while a member, and nothing of the periods that begin after the day of leaving: those
 * that are unpaid are cancelled, save those that a person decided are owed. For one member, or for all; safe to repeat.
 */
export async function cancelAfterLeaving(
  context: Pick<Context, 'db' | 'today' | 'settings' | 'changes'>,
  memberId: string | null = null,
): Promise<void> {
  const { db, changes } = context
  const { rows: found } = await db.query({
    text: `SELECT DISTINCT m.id FROM unsettled_payments c JOIN members m ON m.id = c.member_id
           WHERE m.end_date IS NOT NULL AND ${cancelledByLeaving} AND ($1::uuid IS NULL OR m.id = $1)`,
    values: [memberId],
  })
  if (found.length === 0) return
  const chosen = (found as { id: string }[]).map(({ id }) => id)
  await lockLedger(db, chosen)
  const { rows: cancelled } = await db.query({
    text: `UPDATE unsettled_payments c SET status = 'cancelled', cancel_reason = 'saída', cancelled_by = 'leaving',
             version = c.version + 1, updated_at = now()
           FROM members m WHERE m.id = c.member_id AND m.id = ANY($1::uuid[]) AND ${cancelledByLeaving}
           RETURNING c.id, c.version`,
    values: [chosen],
  })
  changes.push(...changesOf('unsettledPayments', 'updated', cancelled))
  await refreshLedger(context, chosen)
}

/** Has a charge that a person wrote, or made owed again, stay owed where its member had left before its period began. */
export async function keepAfterLeaving(db: Querying, chargeId: string): Promise<void> {
  await db.query({
    text: `UPDATE unsettled_payments c SET owed_after_leaving = true FROM members m
           WHERE c.id = $1 AND m.id = c.member_id AND ${afterLeaving}`,
    values: [chargeId],
  })
}
