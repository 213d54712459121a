import type { Context } from '../context.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { execute, many, raiseVersion, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { recordAttempts } from './attempts.ts'
import { addSendingJobs } from './compose.ts'
import { notifyBatches } from './notify-batches.ts'

type ReleaseContext = Pick<Context, 'db' | 'world' | 'caller' | 'changes' | 'settings'>

type ChangedMessage = RowOf<typeof changedShape>
const changedShape = { id: 'uuid', version: 'integer', is_urgent: 'boolean', batch_id: 'uuid?' } as const

/** Throws 409 while automatic sending is off. */
export function refuseWhilePaused({ settings }: Pick<Context, 'settings'>): void {
  if (settings.SendMessages === 'false')
    throw conflict(
      'O envio automático de mensagens está desligado: ligue-o primeiro na configuração das mensagens.',
    )
}

/** Queues messages again at a user's request, with a new count of attempts. Returns their ids. Skips letters and withdrawn messages. */
export async function requeue(context: ReleaseContext, condition: Sql): Promise<string[]> {
  const { db, world } = context
  const changed = await many(
    db,
    sql`UPDATE messages SET state = 'queued', reason = NULL, last_error = NULL, attempts = 0, next_attempt_at = NULL,
             ${raiseVersion()}
           WHERE channel <> 'letter' AND recipient IS NOT NULL AND NOT withdrawn AND ${condition} RETURNING id, version, is_urgent, batch_id`,
    changedShape,
  )
  await addSendingJobs(
    { db, world },
    changed.map(({ id, is_urgent, batch_id }) => ({ id, isUrgent: is_urgent, isBulk: batch_id !== null })),
  )
  await recordChange(context, changed, 'resent')
  return changed.map(({ id }) => id)
}

/** Cancels messages that are queued or held. Returns their ids. */
export async function cancelMessages(context: ReleaseContext, condition: Sql): Promise<string[]> {
  const { db } = context
  const changed = await many(
    db,
    sql`UPDATE messages SET state = 'cancelled', reason = NULL, last_error = NULL, next_attempt_at = NULL, sealed = NULL,
             ${raiseVersion()}
           WHERE state IN ('queued', 'held') AND ${condition} RETURNING id, version, is_urgent, batch_id`,
    changedShape,
  )
  await recordChange(context, changed, 'cancelled')
  return changed.map(({ id }) => id)
}

/**
 * Withdraws all messages about records whose content is no longer true: unsent ones are cancelled, one that is being sent is not
 * retried, and none can be resent. Returns the ids of the cancelled ones.
 */
export async function withdrawMessagesAbout(
  context: ReleaseContext,
  records: readonly { resource: string; id: string }[],
): Promise<string[]> {
  const resources = records.map(({ resource }) => resource)
  const ids = records.map(({ id }) => id)
  const isAbout = sql`(about_resource, about_id) IN (SELECT * FROM unnest(${resources}::text[], ${ids}::text[]))`
  // Marks all messages before their states are read: one that a process starts to send meanwhile is not retried.
  await execute(context.db, sql`UPDATE messages SET withdrawn = true WHERE ${isAbout}`)
  return cancelMessages(context, isAbout)
}

async function recordChange(
  { db, world, caller, changes }: ReleaseContext,
  changed: readonly ChangedMessage[],
  outcome: 'resent' | 'cancelled',
): Promise<void> {
  await recordAttempts(
    { db, world },
    changed.map(({ id }) => ({ messageId: id, outcome, by: caller.name })),
  )
  await notifyBatches(
    db,
    changed.map(({ batch_id }) => batch_id),
  )
  for (const { id, version } of changed)
    changes.push({ resource: 'messages', action: 'updated', id, version })
}
