import { v7 as newId } from 'uuid'
import { execute, sql } from '../database/sql.ts'
import type { ActionCall } from '../rest/modules.ts'
import { addSendingJobs } from './compose.ts'

/** Queues a copy of a sent message for `recipient`. Returns the id and state of the copy. */
export async function copyMessage(
  { db, world, record, changes }: ActionCall,
  recipient: string,
): Promise<{ _id: string; state: string }> {
  const id = newId()
  await execute(
    db,
    sql`INSERT INTO messages (id, cause, kind, channel, recipient, recipient_name, person_id, subject, body_text, body_html,
             sms_parts, about_resource, about_id, attachments, is_urgent, search_text)
           SELECT ${id}, cause, kind, channel, ${recipient}, recipient_name, person_id, subject, body_text, body_html,
             sms_parts, about_resource, about_id, attachments, is_urgent, search_text FROM messages WHERE id = ${record._id}`,
  )
  await addSendingJobs({ db, world }, [{ id, isUrgent: false, isBulk: false }])
  changes.push({ resource: 'messages', action: 'created', id, version: 1 })
  return { _id: id, state: 'queued' }
}
