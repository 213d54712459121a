import { staff } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, invalid } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import type { Engine } from '../rest/modules.ts'
import type { Writing } from '../rest/write.ts'
import { constraintOf, write } from '../rest/register-resource.ts'
import { cancelMessages, queueAgain, refuseWhilePaused } from './release.ts'

/** What is held, and what becomes of it: nothing that waited leaves until somebody says so. */
export function registerHeldRoutes(app: FastifyInstance, engine: Engine): void {
  app.get('/messages/held', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const { rows } = await engine.world.database.pool.query(
      `SELECT count(*)::int AS count, min(created_at) AS oldest FROM messages WHERE ${isHeld}`,
    )
    return { data: rows[0] as { count: number; oldest: string | null } }
  })
  app.post('/messages/release', (request, reply) => {
    const which = chosen(request)
    return write(engine, request, reply, async (writing) => {
      refuseWhilePaused(writing)
      return counted(writing, 'resend', await queueAgain(writing, `${isHeld} AND ${which.sql}`, which.values))
    })
  })
  app.post('/messages/discard', (request, reply) => {
    const which = chosen(request)
    return write(engine, request, reply, async (writing) =>
      counted(writing, 'cancel', await cancelMessages(writing, `${isHeld} AND ${which.sql}`, which.values)),
    )
  })
}

/** Letters wait for a printer, not for a decision. */
const isHeld = `state = 'held' AND channel <> 'letter'`

async function counted(writing: Writing, action: string, ids: string[]) {
  await recordAudit(
    writing,
    ids.map((id) => ({ resource: 'messages', id, action, changes: [] })),
  )
  return { status: 200, data: { count: ids.length } }
}

/** The messages that a request names: some, or all. Throws 400 or 422. */
function chosen(request: FastifyRequest): { sql: string; values: unknown[] } {
  constraintOf(staff(request.caller), request.caller)
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('O pedido tem de trazer um objeto JSON.')
  const { ids, all } = body as { ids?: unknown; all?: unknown }
  if (all === true && ids === undefined) return { sql: 'true', values: [] }
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= 20_000
  if (!isList || !ids.every((id) => typeof id === 'string' && isId(id)))
    throw invalid({ ids: ['Indique as mensagens em ids, ou todas com all.'] })
  return { sql: 'id = ANY($1::uuid[])', values: [ids] }
}
