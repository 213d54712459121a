import { staff } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { many, maybeOne, sql, textOf } from '../database/sql.ts'
import { badRequest, notFound } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { constraintOf } from '../rest/scope.ts'
import { leftOutReasons } from './eligible.ts'
import { askedPage, pageParameters } from '../rest/asked-page.ts'
import { knownParameters } from '../rest/known-parameters.ts'
import { previewBatch } from './preview-batch.ts'

/** `POST /message_batches/preview`, and `GET /message_batches/:id/left_out`: the people left out with the reason, in pages. */
export function registerBatchRoutes(app: FastifyInstance, engine: Engine): void {
  app.post('/message_batches/preview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const { body } = request
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw badRequest('O pedido tem de trazer um objeto JSON.')
    return { data: await previewBatch(engine, body as Record<string, unknown>, request.caller) }
  })
  app.get<{ Params: { id: string } }>('/message_batches/:id/left_out', (request) => leftOut(engine, request))
}

async function leftOut({ world }: Engine, request: FastifyRequest<{ Params: { id: string } }>) {
  constraintOf(staff(request.caller), request.caller)
  const { id } = request.params
  const requested = askedPage(knownParameters(request, pageParameters))
  if (!isId(id)) throw notFound()
  const { pool } = world.database
  const people = sql`FROM message_batch_people b JOIN people p ON p.id = b.person_id WHERE b.batch_id = ${id} AND b.outcome <> 'message'`
  const rows = await many(
    pool,
    sql`SELECT b.member_id AS "memberId", p.name, b.outcome AS reason ${people} ORDER BY b.outcome, p.name, p.id LIMIT ${requested.most} OFFSET ${requested.offset}`,
    { memberId: 'uuid', name: 'text', reason: textOf<keyof typeof leftOutReasons>() },
  )
  const counted = await maybeOne(pool, sql`SELECT count(*)::int AS total ${people}`, { total: 'integer' })

  return {
    data: rows.map((row) => ({ ...row, reasonLabel: leftOutReasons[row.reason] })),
    meta: { total: counted?.total ?? 0, page: requested.page, limit: requested.limit },
  }
}
