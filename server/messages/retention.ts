import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { retentionOf } from '@agremia/resources/retention.ts'
import { addDays, addMonths } from '@agremia/resources/rules/dates.ts'
import { execute, many, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { logErasure } from '../erasures.ts'
import { idAndVersion } from '../rest/changes.ts'
import type { Change } from '../rest/change.ts'

/** Retention of unsent messages with a secret link. */
const secretDays = 7

/** Daily work: deletes old contents and attempts, and cancels unsent messages whose secret link has expired. */
export async function expireMessages(db: Tx, today: string, settings: Settings): Promise<Change[]> {
  const contentsUntil = addMonths(today, -retentionOf('messageContents', settings))
  const logUntil = addMonths(today, -retentionOf('messageLog', settings))
  const contents = await many(
    db,
    sql`UPDATE messages SET body_text = '', body_html = NULL, attachments = NULL, frames = NULL, ${raiseVersion()}
           WHERE created_at < ${contentsUntil}::date AND body_text <> '' RETURNING id, version`,
    idAndVersion,
  )
  await execute(
    db,
    sql`UPDATE message_batches SET body = '', sms_text = NULL, audience = '{}' WHERE created_at < ${contentsUntil}::date AND body <> ''`,
  )
  const attempts = await execute(db, sql`DELETE FROM message_attempts WHERE at < ${logUntil}::date`)
  await logErasure(db, { rule: 'messageLog', count: attempts, day: today })
  await execute(db, sql`DELETE FROM letter_runs WHERE created_at < ${logUntil}::date`)
  await logErasure(db, { rule: 'messageContents', count: contents.length, day: today })
  const secrets = await many(
    db,
    sql`UPDATE messages SET state = 'cancelled', reason = 'expired', sealed = NULL, next_attempt_at = NULL,
             ${raiseVersion()}
           WHERE created_at < ${addDays(today, -secretDays)}::date AND sealed IS NOT NULL AND state IN ('held', 'queued') RETURNING id, version`,
    idAndVersion,
  )
  // Test messages have no job: one whose process crashed would stay queued for ever.
  const tests = await many(
    db,
    sql`UPDATE messages SET state = 'failed', reason = 'interrupted', ${raiseVersion()}
           WHERE cause = 'test' AND created_at < ${today}::date AND state IN ('queued', 'sending') RETURNING id, version`,
    idAndVersion,
  )
  const changed = [...contents, ...secrets, ...tests]
  return changed.map((row) => ({ resource: 'messages', action: 'updated', ...row }))
}

/** Deletes all messages about records whose personal data must be erased, and the contents of their audit events. */
export async function eraseMessagesAbout(db: Tx, resource: string, ids: readonly string[]): Promise<void> {
  await execute(
    db,
    sql`UPDATE audit_events SET changes = '[]', rows = NULL, address = NULL WHERE resource = 'messages' AND record_id IN
             (SELECT id FROM messages WHERE about_resource = ${resource} AND about_id = ANY(${ids}))`,
  )
  await execute(db, sql`DELETE FROM messages WHERE about_resource = ${resource} AND about_id = ANY(${ids})`)
}
