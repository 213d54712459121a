import type { Querying } from '../database/querying.ts'
import { many, raiseVersion, sql } from '../database/sql.ts'
import { changesOf, idAndVersion, notifyChanges } from '../rest/changes.ts'

/** Announces the new counts of batches after some of their messages changed state. Triggers keep the counts. */
export async function tellBatches(db: Querying, batchIds: readonly (string | null)[]): Promise<void> {
  const ids = [...new Set(batchIds)].filter((id) => id !== null)
  if (ids.length === 0) return
  const rows = await many(
    db,
    sql`UPDATE message_batches SET ${raiseVersion()} WHERE id = ANY(${ids}) RETURNING id, version`,
    idAndVersion,
  )
  await notifyChanges(db, changesOf('messageBatches', 'updated', rows))
}
