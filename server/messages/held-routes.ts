import { staff } from '@agremia/resources/access.ts'
import type { FastifyInstance } from 'fastify'
import { one, sql } from '../database/sql.ts'
import { recordAudit } from '../rest/audit.ts'
import type { Engine } from '../rest/modules.ts'
import type { Writing } from '../rest/write.ts'
import { write } from '../rest/register-resource.ts'
import { constraintOf } from '../rest/scope.ts'
import { chosenMessages } from './chosen-messages.ts'
import { cancelMessages, requeue, refuseWhilePaused } from './release.ts'

/** Held messages: `GET /messages/held` counts them, `POST /messages/release` queues them, `POST /messages/discard` cancels them. */
export function registerHeldRoutes(app: FastifyInstance, engine: Engine): void {
  app.get('/messages/held', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const data = await one(
      engine.world.database.pool,
      sql`SELECT count(*)::int AS count, min(created_at) AS oldest FROM messages WHERE ${isHeld}`,
      { count: 'integer', oldest: 'moment?' },
    )
    return { data }
  })
  app.post('/messages/release', (request, reply) => {
    constraintOf(staff(request.caller), request.caller)
    const which = chosenMessages(request)
    return write(engine, request, reply, async (writing) => {
      refuseWhilePaused(writing)
      return auditAndCount(writing, 'resend', await requeue(writing, sql`${isHeld} AND ${which}`))
    })
  })
  app.post('/messages/discard', (request, reply) => {
    constraintOf(staff(request.caller), request.caller)
    const which = chosenMessages(request)
    return write(engine, request, reply, async (writing) =>
      auditAndCount(writing, 'cancel', await cancelMessages(writing, sql`${isHeld} AND ${which}`)),
    )
  })
}

/** Excludes letters, which wait to be printed and not for a decision. */
const isHeld = sql`state = 'held' AND channel <> 'letter'`

async function auditAndCount(writing: Writing, action: string, ids: string[]) {
  await recordAudit(
    writing,
    ids.map((id) => ({ resource: 'messages', id, action, changes: [] })),
  )
  return { status: 200, data: { count: ids.length } }
}
