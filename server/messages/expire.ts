import { addDays, addMonths } from '@agremia/resources/rules/dates.ts'
import type { Tx } from '../database/transaction.ts'
import type { Change } from '../rest/changes.ts'

/** How long contents and the delivery log are kept, and how long what opens an account may wait. */
const contentMonths = 24
const logMonths = 12
const secretDays = 7

/** Forgets what need not be kept: old contents, the log of deliveries, and links that nobody may use any more. */
export async function expireMessages(db: Tx, today: string): Promise<Change[]> {
  const contents = await db.query({
    text: `UPDATE messages SET body_text = '', body_html = NULL, attachments = NULL, frames = NULL, version = version + 1, updated_at = now()
           WHERE created_at < $1::date AND body_text <> '' RETURNING id, version`,
    values: [addMonths(today, -contentMonths)],
  })
  await db.query({
    text: `UPDATE message_batches SET body = '', sms_text = NULL, audience = '{}' WHERE created_at < $1::date AND body <> ''`,
    values: [addMonths(today, -contentMonths)],
  })
  await db.query({
    text: 'DELETE FROM message_attempts WHERE at < $1::date',
    values: [addMonths(today, -logMonths)],
  })
  await db.query({
    text: 'DELETE FROM letter_runs WHERE created_at < $1::date',
    values: [addMonths(today, -logMonths)],
  })
  const secrets = await db.query({
    text: `UPDATE messages SET state = 'cancelled', reason = 'expired', sealed = NULL, next_attempt_at = NULL,
             version = version + 1, updated_at = now()
           WHERE created_at < $1::date AND sealed IS NOT NULL AND state IN ('held', 'queued') RETURNING id, version`,
    values: [addDays(today, -secretDays)],
  })
  // Tests wait in no queue: one whose process died meanwhile is over.
  const tests = await db.query({
    text: `UPDATE messages SET state = 'failed', reason = 'interrupted', version = version + 1, updated_at = now()
           WHERE cause = 'test' AND created_at < $1::date AND state IN ('queued', 'sending') RETURNING id, version`,
    values: [today],
  })
  const changed = [...contents.rows, ...secrets.rows, ...tests.rows] as { id: string; version: number }[]
  return changed.map((row) => ({ resource: 'messages', action: 'updated', ...row }))
}
