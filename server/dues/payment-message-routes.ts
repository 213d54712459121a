import { staff } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { messages } from '@agremia/resources/definitions/messages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sql } from '../database/sql.ts'
import { many, maybeOne, sql } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import { leftOutReasons } from '../messages/index.ts'
import { askedPage, pageParameters } from '../rest/asked-page.ts'
import { knownParameters } from '../rest/known-parameters.ts'
import type { Engine } from '../rest/modules.ts'
import { bodyOf } from '../rest/register-resource.ts'
import { constraintOf } from '../rest/scope.ts'
import { previewPaymentMessage } from './payment-message-preview.ts'

/** Besides plain CRUD: how a message about debts would turn out, and what became of it for each person. */
export function paymentMessageRoutes(app: FastifyInstance, engine: Engine): void {
  app.post('/payment_message/preview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    return { data: await previewPaymentMessage(engine, bodyOf(request), request.caller) }
  })
  app.get<{ Params: { id: string } }>('/payment_message/:id/results', (request) => results(engine, request))
}

const resultShape = {
  memberId: 'uuid',
  memberNumber: 'integer',
  name: 'text',
  outcome: 'text?',
  reason: 'text?',
  /** Why it did not arrive, or has not left. */
  error: 'text?',
  /** The state of the person's message; `leftOut` without one, `waiting` until it is written. */
  status: 'text',
  sentAt: 'moment?',
  messageId: 'uuid?',
} as const

/** Of those it left to, or is leaving to, in the order of their numbers. */
async function results({ world }: Engine, request: FastifyRequest<{ Params: { id: string } }>) {
  constraintOf(staff(request.caller), request.caller)
  const { id } = request.params
  const { page, limit, most, offset } = askedPage(knownParameters(request, pageParameters))
  if (!isId(id)) throw notFound()
  const { pool } = world.database
  const message = await maybeOne(
    pool,
    sql`SELECT p.batch_id AS "batchId", b.total FROM payment_message p LEFT JOIN message_batches b ON b.id = p.batch_id
           WHERE p.id = ${id}`,
    { batchId: 'uuid?', total: 'integer?' },
  )
  if (!message) throw notFound()
  const rows = await many(pool, resultsSql(message.batchId, { most, offset }), resultShape)
  const data = rows.map(({ outcome, reason, error, ...result }) => ({
    ...result,
    error: error ?? sayReason(outcome, reason),
  }))
  return { data, meta: { total: message.total ?? 0, page, limit } }
}

/** Rows by `message_batch_people`, which has one a membership. */
const resultsSql = (
  batchId: string | null,
  { most, offset }: { most: number | null; offset: number },
): Sql => sql`
  SELECT b.member_id AS "memberId", m.member_number AS "memberNumber", p.name, b.outcome, g.reason, g.last_error AS error,
    coalesce(g.state, CASE WHEN b.outcome IS NULL THEN 'waiting' ELSE 'leftOut' END) AS status, g.sent_at AS "sentAt",
    g.id AS "messageId"
  FROM message_batch_people b JOIN members m ON m.id = b.member_id JOIN people p ON p.id = b.person_id
  LEFT JOIN messages g ON g.batch_id = b.batch_id AND g.person_id = b.person_id AND g.about_id = b.member_id::text
  WHERE b.batch_id = ${batchId} ORDER BY m.member_number, m.id LIMIT ${most} OFFSET ${offset}`

function sayReason(outcome: string | null, reason: string | null): string | null {
  if (outcome !== null && Object.hasOwn(leftOutReasons, outcome))
    return leftOutReasons[outcome as keyof typeof leftOutReasons]
  return messages.fields.reason.options?.find(({ value }) => value === reason)?.label ?? null
}
