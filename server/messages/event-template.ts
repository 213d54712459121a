import type { EventChannel, MessageEventCode } from '@agremia/resources/message-events.ts'
import { findMessageEvent } from '@agremia/resources/message-events.ts'
import type { Querying } from '../database/querying.ts'
import { maybeOne, prepared, sql, textOf } from '../database/sql.ts'
import type { Template } from './templates.ts'
import { addRequiredVariables } from './templates.ts'

/** The organisation's texts of an event and its channel; undefined when the organisation has disabled its message. */
export async function findEventTemplate(
  db: Querying,
  code: MessageEventCode,
): Promise<(Template & { channel: EventChannel }) | undefined> {
  const event = findMessageEvent(code)
  const stored = await maybeOne(
    db,
    prepared(
      sql`SELECT channel, subject, body, sms_text AS "smsText" FROM message_settings WHERE name = ${code} AND enabled`,
    ),
    { channel: textOf<EventChannel>(), subject: 'text', body: 'text', smsText: 'text?' },
  )
  return event && stored && addRequiredVariables(stored, event)
}

/** Whether the message of an event is enabled. */
export async function isAnnounced(db: Querying, event: MessageEventCode): Promise<boolean> {
  return (await findEventTemplate(db, event)) !== undefined
}
