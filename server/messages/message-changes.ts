import { waitingStates } from '@agremia/resources/definitions/messages.ts'
import { v7 as newId } from 'uuid'
import type { Tx } from '../database/transaction.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { execute, many, raiseVersion, raw, sql } from '../database/sql.ts'
import { changesOf, idAndVersion, notifyChanges } from '../rest/changes.ts'
import type { World } from '../rest/modules.ts'

/** SQL: whether a message has not left yet and can be called off. */
export function isWaiting(alias: string): Sql {
  return raw(`${alias}.state IN (${waitingStates.map((state) => `'${state}'`).join(', ')})`)
}

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

/** Cancels messages that wait, each with its reason and what explains it to the staff. */
export async function cancelAll(
  { db, world }: { db: Tx; world: Pick<World, 'clock'> },
  messages: readonly { id: string; reason: string; detail: string }[],
): Promise<void> {
  if (messages.length === 0) return
  const cancelled = await many(
    db,
    sql`UPDATE messages m SET state = 'cancelled', reason = c.reason, last_error = c.detail, next_attempt_at = NULL, sealed = NULL,
          ${raiseVersion('m')}
        FROM jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) AS c (id uuid, reason text, detail text)
        WHERE m.id = c.id AND ${isWaiting('m')} RETURNING m.id, m.version, m.batch_id, m.last_error AS detail`,
    { ...idAndVersion, batch_id: 'uuid?', detail: 'text' },
  )
  await recordAttempts(
    { db, world },
    cancelled.map(({ id, detail }) => ({ messageId: id, outcome: 'cancelled', detail })),
  )
  await notifyBatches(
    db,
    cancelled.map(({ batch_id }) => batch_id),
  )
  await notifyChanges(db, changesOf('messages', 'updated', cancelled))
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
