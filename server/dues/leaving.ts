import type { Context } from '../context.ts'
import { changesOf } from '../rest/changes.ts'
import { lockLedger, refreshLedger } from './ledger.ts'

/**
 * Whoever left owes what was due while a member, and nothing of the periods that begin after the day of leaving: those
 * that are unpaid are cancelled. For one member, or for all; safe to repeat.
 */
export async function cancelAfterLeaving(
  context: Pick<Context, 'db' | 'today' | 'settings' | 'changes'>,
  memberId: string | null = null,
): Promise<void> {
  const { db, changes } = context
  const future = `SELECT c.id, c.member_id FROM unsettled_payments c JOIN members m ON m.id = c.member_id
    WHERE m.end_date IS NOT NULL AND c.type = 'quota' AND c.status = 'open' AND period_start(c.year, c.period) > m.end_date
      AND ($1::uuid IS NULL OR m.id = $1)`
  const { rows: found } = await db.query({ text: future, values: [memberId] })
  if (found.length === 0) return
  const rows = found as { id: string; member_id: string }[]
  const chosen = [...new Set(rows.map((row) => row.member_id))]
  await lockLedger(db, chosen)
  const { rows: cancelled } = await db.query({
    text: `UPDATE unsettled_payments SET status = 'cancelled', cancel_reason = 'saída', cancelled_by = 'leaving',
             version = version + 1, updated_at = now()
           WHERE id = ANY($1::uuid[]) AND status = 'open' RETURNING id, version`,
    values: [rows.map(({ id }) => id)],
  })
  changes.push(...changesOf('unsettledPayments', 'updated', cancelled))
  await refreshLedger(context, chosen)
}
