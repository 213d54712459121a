import type { Context } from '../context.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { execute, many, raiseVersion, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { recordAttempts } from './attempts.ts'
import { addSendingJobs } from './compose.ts'
import { tellBatches } from './notify-batches.ts'

type Doing = Pick<Context, 'db' | 'world' | 'caller' | 'changes' | 'settings'>

type Moved = RowOf<typeof movedShape>
const movedShape = { id: 'uuid', version: 'integer', is_urgent: 'boolean', batch_id: 'uuid?' } as const

/** Throws 409 while the organisation has sending switched off. */
export function refuseWhilePaused({ settings }: Pick<Context, 'settings'>): void {
  if (settings.SendMessages === 'false')
    throw conflict(
      'O envio automático de mensagens está desligado: ligue-o primeiro na configuração das mensagens.',
    )
}

/** Puts messages in the queue again, as if they were new, because somebody asked for it. */
export async function queueAgain(doing: Doing, condition: Sql): Promise<string[]> {
  const { db, world } = doing
  const moved = await many(
    db,
    sql`UPDATE messages SET state = 'queued', reason = NULL, last_error = NULL, attempts = 0, next_attempt_at = NULL,
             ${raiseVersion()}
           WHERE channel <> 'letter' AND recipient IS NOT NULL AND NOT withdrawn AND ${condition} RETURNING id, version, is_urgent, batch_id`,
    movedShape,
  )
  await addSendingJobs(
    { db, world },
    moved.map(({ id, is_urgent, batch_id }) => ({ id, isUrgent: is_urgent, isBulk: batch_id !== null })),
  )
  await note(doing, moved, 'resent')
  return moved.map(({ id }) => id)
}

/** Ends messages that have not left: they never will, unless somebody sends them again. */
export async function cancelMessages(doing: Doing, condition: Sql): Promise<string[]> {
  const { db } = doing
  const moved = await many(
    db,
    sql`UPDATE messages SET state = 'cancelled', reason = NULL, last_error = NULL, next_attempt_at = NULL, sealed = NULL,
             ${raiseVersion()}
           WHERE state IN ('queued', 'held') AND ${condition} RETURNING id, version, is_urgent, batch_id`,
    movedShape,
  )
  await note(doing, moved, 'cancelled')
  return moved.map(({ id }) => id)
}

/**
 * Withdraws all messages about records because what they say no longer holds: those that have not left are cancelled, one
 * that is being sent right now is not retried, and none can be sent again. Answers the ids of those cancelled.
 */
export async function withdrawMessagesAbout(
  doing: Doing,
  records: readonly { resource: string; id: string }[],
): Promise<string[]> {
  const resources = records.map(({ resource }) => resource)
  const ids = records.map(({ id }) => id)
  const isAbout = sql`(about_resource, about_id) IN (SELECT * FROM unnest(${resources}::text[], ${ids}::text[]))`
  // Locks the messages before their states are read: one that a process takes meanwhile is marked, and not retried.
  await execute(doing.db, sql`UPDATE messages SET withdrawn = true WHERE ${isAbout}`)
  return cancelMessages(doing, isAbout)
}

async function note(
  { db, world, caller, changes }: Doing,
  moved: readonly Moved[],
  outcome: 'resent' | 'cancelled',
): Promise<void> {
  await recordAttempts(
    { db, world },
    moved.map(({ id }) => ({ messageId: id, outcome, by: caller.name })),
  )
  await tellBatches(
    db,
    moved.map(({ batch_id }) => batch_id),
  )
  for (const { id, version } of moved) changes.push({ resource: 'messages', action: 'updated', id, version })
}
