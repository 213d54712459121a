import { execute, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'

/** Deletes all messages about records whose personal data must be erased, and the contents of their audit events. */
export async function eraseMessagesAbout(db: Tx, resource: string, ids: readonly string[]): Promise<void> {
  await execute(
    db,
    sql`UPDATE audit_events SET changes = '[]', rows = NULL, address = NULL WHERE resource = 'messages' AND record_id IN
             (SELECT id FROM messages WHERE about_resource = ${resource} AND about_id = ANY(${ids}))`,
  )
  await execute(db, sql`DELETE FROM messages WHERE about_resource = ${resource} AND about_id = ANY(${ids})`)
}
