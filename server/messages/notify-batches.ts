import type { Querying } from '../database/querying.ts'
import { many, raiseVersion, sql } from '../database/sql.ts'
import { changesOf, idAndVersion, notifyChanges } from '../rest/changes.ts'

/** Notifies clients of batches whose messages changed state. The database maintains the counts. */
export async function notifyBatches(db: Querying, batchIds: readonly (string | null)[]): Promise<void> {
  const ids = [...new Set(batchIds)].filter((id) => id !== null)
  if (ids.length === 0) return
  const rows = await many(
    db,
    sql`UPDATE message_batches SET ${raiseVersion()} WHERE id = ANY(${ids}) RETURNING id, version`,
    idAndVersion,
  )
  await notifyChanges(db, changesOf('messageBatches', 'updated', rows))
}
