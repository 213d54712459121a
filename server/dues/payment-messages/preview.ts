import type { Caller } from '@agremia/resources/access.ts'
import { paymentMessage } from '@agremia/resources/definitions/payment-messages.ts'
import { paymentMessageTexts } from '@agremia/resources/payment-message-texts.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Sql } from '../../database/sql.ts'
import { execute, inline, many, sql, maybeOne } from '../../database/sql.ts'
import type { Tx } from '../../database/transaction.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Candidate } from '../../messages/index.ts'
import {
  candidateColumns,
  candidateJoins,
  candidateOf,
  candidateShape,
  leftOutCandidates,
  previewCandidates,
  readDraft,
  leftOutReasons,
  batchPreviewShape,
  draftSchema,
} from '../../messages/index.ts'
import { readLeftOutRequest, leftOutApi } from '../../left-out.ts'
import { data, page, pageQuery, route, type WithId } from '../../rest/api.ts'
import type { Api } from '../../rest/api.ts'
import { adviceFor } from '../advice/advice.ts'
import type { Owed } from '../advice/advice-content.ts'
import { adviceContent, owedShape, owedSql } from '../advice/advice-content.ts'
import { adviceValues } from '../advice/advice-values.ts'
import { multibancoAccount } from '../advice/multibanco.ts'
import { audienceIn, audienceSql } from './audience.ts'
import { isInBatch } from './composer.ts'
import { debtsProblems } from './payment-messages.ts'
import { staffReaders, staffWriters } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { messages } from '@agremia/resources/definitions/messages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../../errors.ts'
import { readPageParameters, knownParameters, pageParameters } from '../../rest/query-parameters.ts'
import { bodyOf } from '../../rest/request.ts'
import { requireAccess } from '../../rest/scope.ts'
import type { Context, World } from '../../rest/modules.ts'
import { isNameIn } from '@agremia/resources/names.ts'

const names = ['memberIds', 'unsettledPaymentIds', 'debts', 'subject', 'body', 'smsText', 'channel']
/** Rows per FETCH; other requests are served in between. */
const fetchSize = 500
/** Placeholders as long as real values, so that the estimated length of the text is right. */
const sampleReference = '123456789'
const sampleLink = 'x'.repeat(22)

/** A recipient with the open charges that the message is about. */
interface Debtor extends Candidate {
  chargeIds: string[] | null
  owed: Owed
}

/** Preview of a payment message: counts by channel, left out members and one exact message. Stores nothing. */
export async function previewPaymentMessage(world: World, input: Record<string, unknown>, caller: Caller) {
  const { draft, audience, today } = await readMessage(world, input, caller)
  const settings = await world.organisation.settings()
  const terminology = await world.organisation.terminology()
  const words = { settings, terminology, today }
  return inTransaction(world.database, async (db) => {
    const context = { db, world, settings, today, terminology }
    return previewCandidates(words, draft, debtors(db, audience), {
      reasonOf,
      roughValues: (debtor) => roughValues(context, debtor),
      exactValues: (debtor) => exactValues(context, debtor),
    })
  })
}

const reasonOf = ({ owed }: Debtor) => (owed.charges.length === 0 ? 'noDebt' : undefined)

/** An unsaved message and the SQL of its audience. Throws 422 by field. */
async function readMessage(world: World, input: Record<string, unknown>, caller: Caller) {
  const today = await world.organisation.today()
  const definition = paymentMessage
  const draft = readDraft(definition, names, { given: input, today, naming: paymentMessageTexts }, (merged) =>
    debtsProblems({ world, merged, caller, today }),
  )
  const audience = audienceSql(world, audienceIn(draft), { caller, today })
  return { draft: { ...draft, kind: 'service' as const }, audience, today }
}

/** The recipients by member number, read with a cursor. */
async function* debtors(db: Tx, audience: Sql): AsyncGenerator<Debtor> {
  await execute(
    db,
    sql`DECLARE debtors NO SCROLL CURSOR FOR WITH ${audience}
           SELECT ${candidateColumns}, b.charge_ids, owed.* FROM audience b JOIN members m ON m.id = b.member_id ${candidateJoins}
           CROSS JOIN LATERAL (${owedSql(sql`b.member_id`, isInBatch)}) owed
           ORDER BY m.member_number, m.id`,
  )
  for (;;) {
    const rows = await many(db, sql`FETCH ${inline(fetchSize)} FROM debtors`, {
      ...candidateShape,
      charge_ids: 'uuid[]?',
      ...owedShape,
    })
    for (const row of rows) {
      const { charge_ids: chargeIds, charges, instalments } = row
      yield { ...candidateOf(row), chargeIds, owed: { charges, instalments } }
    }
    if (rows.length < fetchSize) break
    await yieldToEventLoop()
  }
  await execute(db, sql`CLOSE debtors`)
}

type AdviceContext = Pick<Context, 'db' | 'world' | 'settings' | 'today'>

function roughValues(context: AdviceContext & { terminology: Terminology }, { owed }: Debtor) {
  const account = multibancoAccount(context.settings)
  const content = adviceContent(owed, context)
  const multibanco = account
    ? { entity: account.entity, reference: sampleReference, amount: content.total, expiresAt: null }
    : null
  return adviceValues({ ...content, multibanco, publicId: sampleLink }, context.world)
}

/** The values with a real reference: the advice is written and rolled back, so that no number stays reserved. */
async function exactValues(context: AdviceContext, { memberId, chargeIds, owed }: Debtor) {
  if (owed.charges.length === 0) return { values: {}, problem: null }
  const { db, world } = context
  await execute(db, sql`SAVEPOINT advice`)
  const advice = await adviceFor(context, { memberId, type: null, year: null, chargeIds })
  await execute(db, sql`ROLLBACK TO SAVEPOINT advice`)
  return { values: adviceValues(advice, world), problem: advice.multibancoProblem }
}

/** Routes of payment messages besides CRUD: the preview with the members that it leaves out, and the result of each recipient. */
export function paymentMessageRoutes(app: FastifyInstance, world: World): void {
  app.post('/payment_message/preview', route(previewApi), async (request) => {
    requireAccess(staffWriters(request.caller), request.caller)
    return { data: await previewPaymentMessage(world, bodyOf(request), request.caller) }
  })
  app.post('/payment_message/left_out', route(leftOutOfMessageApi), async (request) => {
    const { input, ...asked } = readLeftOutRequest(request, leftOutReasons)
    const { draft, audience } = await readMessage(world, input, request.caller)
    return inTransaction(world.database, (db) =>
      leftOutCandidates(draft, debtors(db, audience), asked, reasonOf),
    )
  })
  app.get<WithId>('/payment_message/:id/results', route(resultsApi), (request) => results(world, request))
}

const shownResultShape = {
  memberId: 'uuid',
  memberNumber: 'integer',
  name: 'text',
  /** Why the message was not sent or not delivered. */
  error: 'text?',
  /** The state of the person's message; `leftOut` without one, `waiting` until it is written. */
  status: 'text',
  sentAt: 'moment?',
  messageId: 'uuid?',
} as const
const resultShape = { ...shownResultShape, outcome: 'text?', reason: 'text?' } as const

const previewApi: Api = {
  name: 'previewPaymentMessage',
  summary: 'Prever uma mensagem de pagamento',
  body: (context) => draftSchema(paymentMessage, names, context),
  answers: { 200: data(batchPreviewShape) },
  refuses: [422],
}
const leftOutOfMessageApi: Api = {
  ...leftOutApi(leftOutReasons, (context) => draftSchema(paymentMessage, names, context)),
  name: 'listLeftOutOfPaymentMessage',
  summary: 'Listar quem fica fora de uma mensagem de pagamento por um motivo',
}
const resultsApi: Api = {
  name: 'listPaymentMessageResults',
  summary: 'Listar o que aconteceu a cada destinatário',
  query: pageQuery,
  answers: { 200: page(shownResultShape) },
}

/** The results of a batch by member number, in pages. */
async function results(world: World, request: FastifyRequest<WithId>) {
  requireAccess(staffReaders(request.caller), request.caller)
  const { id } = request.params
  const { sqlLimit, offset, ...paging } = readPageParameters(knownParameters(request, pageParameters))
  if (!isId(id)) throw notFound()
  const { pool } = world.database
  const message = await maybeOne(
    pool,
    sql`SELECT p.batch_id AS "batchId", b.total FROM payment_message p LEFT JOIN message_batches b ON b.id = p.batch_id
           WHERE p.id = ${id}`,
    { batchId: 'uuid?', total: 'integer?' },
  )
  if (!message) throw notFound()
  const rows = await many(pool, resultsSql(message.batchId, { sqlLimit, offset }), resultShape)
  const data = rows.map(({ outcome, reason, error, ...result }) => ({
    ...result,
    error: error ?? reasonLabel(outcome, reason),
  }))
  return { data, meta: { total: message.total ?? 0, ...paging } }
}

/** SQL of the results: one row per membership of the batch. */
const resultsSql = (
  batchId: string | null,
  { sqlLimit, offset }: { sqlLimit: number | null; offset: number },
): Sql => sql`
  SELECT b.member_id AS "memberId", m.member_number AS "memberNumber", p.name, b.outcome, g.reason, g.last_error AS error,
    coalesce(g.state, CASE WHEN b.outcome IS NULL THEN 'waiting' ELSE 'leftOut' END) AS status, g.sent_at AS "sentAt",
    g.id AS "messageId"
  FROM message_batch_people b JOIN members m ON m.id = b.member_id JOIN people p ON p.id = b.person_id
  LEFT JOIN messages g ON g.batch_id = b.batch_id AND g.person_id = b.person_id AND g.about_id = b.member_id::text
  WHERE b.batch_id = ${batchId} ORDER BY m.member_number, m.id LIMIT ${sqlLimit} OFFSET ${offset}`

function reasonLabel(outcome: string | null, reason: string | null): string | null {
  if (isNameIn(leftOutReasons, outcome)) return leftOutReasons[outcome]
  return messages.fields.reason.options?.find(({ value }) => value === reason)?.label ?? null
}
