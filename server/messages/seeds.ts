import { messageEvents } from '@agremia/resources/message-events.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'

/** Inserts the default texts of each event, and updates those that the organisation has not changed. Safe to repeat. */
export async function seedMessageSettings(db: Querying): Promise<void> {
  const rows = Object.entries(messageEvents).map(([name, { channel, subject, body, smsText }]) => ({
    id: newId(),
    name,
    channel,
    subject,
    body,
    sms_text: smsText,
  }))
  await execute(
    db,
    sql`INSERT INTO message_settings AS stored (id, name, channel, subject, body, sms_text)
           SELECT id, name, channel, subject, body, sms_text FROM jsonb_populate_recordset(NULL::message_settings, ${JSON.stringify(rows)})
           ON CONFLICT (name) DO UPDATE SET subject = excluded.subject, body = excluded.body, sms_text = excluded.sms_text
           WHERE stored.is_default AND (stored.subject, stored.body, stored.sms_text)
             IS DISTINCT FROM (excluded.subject, excluded.body, excluded.sms_text)`,
  )
}
