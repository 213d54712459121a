import type { Writing } from '../rest/write.ts'
import { changesOf } from '../rest/changes.ts'
import type { ReachedCharge } from './notice-debtors.ts'

/** Notes how far the ladder of notices went with each of these charges; it never goes back. */
export async function countReminders(
  { db, world, changes }: Pick<Writing, 'db' | 'world' | 'changes'>,
  charges: readonly ReachedCharge[],
): Promise<void> {
  const { rows } = await db.query({
    text: `UPDATE unsettled_payments c SET reminder_count = greatest(c.reminder_count, reached.step), last_reminder_at = $3,
             version = c.version + 1, updated_at = now()
           FROM unnest($1::uuid[], $2::integer[]) AS reached (id, step) WHERE c.id = reached.id RETURNING c.id, c.version`,
    values: [charges.map(({ id }) => id), charges.map(({ step }) => step), world.clock()],
  })
  changes.push(...changesOf('unsettledPayments', 'updated', rows))
}
