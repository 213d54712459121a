import { staffReaders, staffWriters } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { described, either } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RowOf, Sql } from '../database/sql.ts'
import { execute, many, one, raiseVersion, sql, textOf } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import { noteHeld } from '../held-messages.ts'
import { data, written, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { write } from '../rest/write-request.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import type { Channel } from './channels.ts'
import { addSendingJobs } from './compose.ts'
import { hasMailServer, obstacleOf } from './obstacle.ts'
import { isWaiting, notifyBatches, recordAttempts } from './message-changes.ts'
import type { Context, World } from '../rest/modules.ts'

type ReleaseContext = Pick<Context, 'db' | 'world' | 'caller' | 'changes' | 'settings'>

type ChangedMessage = RowOf<typeof changedShape>
const changedShape = {
  id: 'uuid',
  version: 'integer',
  channel: textOf<Channel>(),
  is_urgent: 'boolean',
  batch_id: 'uuid?',
} as const

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
           WHERE channel <> 'letter' AND recipient IS NOT NULL AND NOT withdrawn AND ${condition} RETURNING id, version, channel, is_urgent, batch_id`,
    changedShape,
  )
  for (const { channel, is_urgent } of changed) {
    const obstacle = obstacleOf(world, context.settings, { channel, isUrgent: is_urgent })
    if (obstacle) noteHeld(db, obstacle)
  }
  await addSendingJobs(
    { db, world },
    changed.map(({ id, is_urgent, batch_id }) => ({ id, isUrgent: is_urgent, isBulk: batch_id !== null })),
  )
  await recordChange(context, changed, 'resent')
  return changed.map(({ id }) => id)
}

/** Cancels messages that wait. Returns their ids. */
export async function cancelMessages(context: ReleaseContext, condition: Sql): Promise<string[]> {
  const { db } = context
  const changed = await many(
    db,
    sql`UPDATE messages SET state = 'cancelled', reason = NULL, last_error = NULL, next_attempt_at = NULL, sealed = NULL,
             ${raiseVersion()}
           WHERE ${isWaiting('messages')} AND ${condition} RETURNING id, version, channel, is_urgent, batch_id`,
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
  return withdrawMessages(
    context,
    sql`(about_resource, about_id) IN (SELECT * FROM unnest(${resources}::text[], ${ids}::text[]))`,
  )
}

/** Withdraws the messages that match, as `withdrawMessagesAbout` does. */
export async function withdrawMessages(context: ReleaseContext, condition: Sql): Promise<string[]> {
  // Marks all messages before their states are read: one that a process starts to send meanwhile is not retried.
  await execute(context.db, sql`UPDATE messages SET withdrawn = true WHERE ${condition}`)
  return cancelMessages(context, condition)
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

/** Condition for the messages of a request: `ids`, those of a batch or a bulk action, or `all`. Throws 400 or 422. */
export function chosenMessages(request: FastifyRequest): Sql {
  const { ids, all, batchId, bulkActionId } = bodyOf(request)
  if ([ids, all, batchId, bulkActionId].filter((one) => one !== undefined).length > 1)
    throw invalid({ ids: ['Indique só uma de ids, batchId, bulkActionId e all.'] })
  if (all === true) return sql`true`
  if (isId(batchId)) return sql`batch_id = ${batchId}::uuid`
  if (isId(bulkActionId)) return sql`bulk_action_id = ${bulkActionId}::uuid`
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= 20_000
  if (!isList || !ids.every((id) => isId(id)))
    throw invalid({
      ids: ['Indique as mensagens em ids, as de um envio com batchId ou bulkActionId, ou todas com all.'],
    })
  return sql`id = ANY(${ids}::uuid[])`
}

/** How many messages wait, and since when. */
export const waitingShape = { count: 'integer', oldest: 'moment?' } as const
/** The body of requests about some messages, or all that wait. */
export const chosenShape = either(
  { ids: 'uuid[]' },
  { batchId: 'uuid' },
  { bulkActionId: 'uuid' },
  { all: 'boolean' },
)

const heldApi: Api = {
  name: 'countHeldMessages',
  summary: 'Contar as mensagens retidas',
  answers: {
    200: data({
      ...waitingShape,
      hasMailServer: described('Sem servidor de email, nenhum sai.', 'boolean'),
    }),
  },
}
const chosen: Pick<Api, 'body' | 'answers' | 'idempotent'> = {
  body: chosenShape,
  answers: { 200: written({ count: 'integer' }) },
  idempotent: true,
}
const releaseApi: Api = { ...chosen, name: 'releaseMessages', summary: 'Enviar mensagens retidas' }
const discardApi: Api = { ...chosen, name: 'discardMessages', summary: 'Desistir de mensagens retidas' }

/** Held messages: `GET /messages/held` counts them, `POST /messages/release` queues them, `POST /messages/discard` cancels them. */
export function registerHeldRoutes(app: FastifyInstance, world: World): void {
  app.get('/messages/held', route(heldApi), async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    const data = await one(
      world.database.pool,
      sql`SELECT count(*)::int AS count, min(created_at) AS oldest FROM messages WHERE ${isHeld}`,
      waitingShape,
    )
    const settings = await world.organisation.settings()
    return { data: { ...data, hasMailServer: hasMailServer(world, settings) } }
  })
  app.post('/messages/release', route(releaseApi), (request, reply) => {
    requireAccess(staffWriters(request.caller), request.caller)
    const which = chosenMessages(request)
    return write(world, request, reply, async (writing) => {
      refuseWhilePaused(writing)
      return auditAndCount(writing, 'resend', await requeue(writing, sql`${isHeld} AND ${which}`))
    })
  })
  app.post('/messages/discard', route(discardApi), (request, reply) => {
    requireAccess(staffWriters(request.caller), request.caller)
    const which = chosenMessages(request)
    return write(world, request, reply, async (writing) =>
      auditAndCount(writing, 'cancel', await cancelMessages(writing, sql`${isHeld} AND ${which}`)),
    )
  })
}

const isHeld = sql`state = 'held'`

async function auditAndCount(writing: Context, action: string, ids: string[]) {
  await recordAudit(
    writing,
    ids.map((id) => ({ resource: 'messages', id, action, changes: [] })),
  )
  return { status: 200, data: { count: ids.length } }
}
