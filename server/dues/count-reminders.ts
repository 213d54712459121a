import type { Writing } from '../rest/write.ts'
import { changesOf } from '../rest/changes.ts'

/** Notes how far the ladder of notices went with these charges; it never goes back. */
export async function countReminders(
  { db, world, changes }: Pick<Writing, 'db' | 'world' | 'changes'>,
  chargeIds: readonly string[],
  step: number,
): Promise<void> {
  const { rows } = await db.query({
    text: `UPDATE unsettled_payments SET reminder_count = greatest(reminder_count, $2), last_reminder_at = $3,
             version = version + 1, updated_at = now()
           WHERE id = ANY($1::uuid[]) RETURNING id, version`,
    values: [chargeIds, step, world.clock()],
  })
  changes.push(...changesOf('unsettledPayments', 'updated', rows))
}
