import { v7 as newId } from 'uuid'
import type { World } from '../context.ts'
import type { Tx } from '../database/transaction.ts'
import type { Querying } from '../database/querying.ts'
import { execute, many, raiseVersion, sql } from '../database/sql.ts'
import { changesOf, idAndVersion, notifyChanges } from '../rest/changes.ts'

export interface Attempt {
  messageId: string
  outcome:
    | 'sent'
    | 'postponed'
    | 'refused'
    | 'gaveUp'
    | 'interrupted'
    | 'held'
    | 'resent'
    | 'cancelled'
    | 'printed'
  detail?: string | null
  /** The name of the user who did it; undefined for the program. */
  by?: string
}

/** Stores attempts to send and changes of state, in the given order. */
export async function recordAttempts(
  { db, world }: { db: Querying; world: Pick<World, 'clock'> },
  attempts: readonly Attempt[],
): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map(({ messageId, outcome, detail = null, by = null }) => ({
    id: newId(),
    message_id: messageId,
    at: world.clock(),
    outcome,
    detail: detail?.slice(0, 500) ?? null,
    by_name: by,
  }))
  await execute(
    db,
    sql`INSERT INTO message_attempts (id, message_id, at, outcome, detail, by_name)
           SELECT id, message_id, at, outcome, detail, by_name FROM jsonb_populate_recordset(NULL::message_attempts, ${JSON.stringify(rows)})`,
  )
}

/** Notifies clients of batches whose messages changed state. The database maintains the counts. */
export async function notifyBatches(db: Tx, batchIds: readonly (string | null)[]): Promise<void> {
  const ids = [...new Set(batchIds)].filter((id) => id !== null)
  if (ids.length === 0) return
  const rows = await many(
    db,
    sql`UPDATE message_batches SET ${raiseVersion()} WHERE id = ANY(${ids}) RETURNING id, version`,
    idAndVersion,
  )
  await notifyChanges(db, changesOf('messageBatches', 'updated', rows))
}
