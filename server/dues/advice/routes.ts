import { requestedAmountsShape, waysToPayShape } from '@agremia/resources/advice.ts'
import { described, each, limited, oneOf, orNull } from '@agremia/resources/json-shape.ts'
import { conflict, notFound } from '../../errors.ts'
import { data, written, route, openRoute } from '../../rest/api.ts'
import type { Api } from '../../rest/api.ts'
import type { AdviceRequest } from './advice-request.ts'
import { maxCharges, readAdviceRequest, requestForCharges } from './read-request.ts'
import { allows, decide, isStaff, staffWriters } from '@agremia/resources/access.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import { initials } from '@agremia/resources/rules/names.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitAttempts } from '../../auth/index.ts'
import { knownParameters } from '../../rest/query-parameters.ts'
import { planOf } from '../../rest/modules.ts'
import { requireAccess } from '../../rest/scope.ts'
import { findRecord, fullScope } from '../../rest/find-record.ts'
import { findAdviceRequest, readAdvice } from './advice.ts'
import { withoutReasons } from '../intents/intents.ts'
import { documentUrl } from '../documents/documents.ts'
import { maybeOne, one, sql } from '../../database/sql.ts'
import { refuseSilenced } from '../../messages/index.ts'
import { write } from '../../rest/write-request.ts'
import { bodyOf } from '../../rest/request.ts'
import { writeNotice } from '../notices/notice-task.ts'
import { findContent } from './advice-request.ts'
import type { Context, World } from '../../rest/modules.ts'

const askedShape = { type: orNull(oneOf(Object.keys(chargeTypes))), year: 'integer?' } as const

const adviceApi: Api = {
  name: 'readPaymentAdvice',
  summary: 'Saber o que {um} {memberSingular} tem a pagar, e como',
  query: {
    'memberId?': 'uuid',
    'memberID?': described('Outra forma de memberId.', 'uuid'),
    'type?': oneOf(Object.keys(chargeTypes)),
    'year?': described('Obrigatório com type=quota.', 'integer'),
    'chargeIds?': described('Em vez de type: dívidas, separadas por vírgulas.', 'text'),
  },
  answers: {
    200: data({
      memberId: 'uuid',
      member: { id: 'uuid', number: 'integer', name: 'text', email: 'text?', phone: 'text?' },
      ...askedShape,
      ...requestedAmountsShape,
      words: { plain: 'text', withArticle: 'text', isPlural: 'boolean' },
      ...waysToPayShape,
      multibancoProblem: described('Só para a secretaria.', 'text?'),
      deadline: 'day?',
      publicId: 'text?',
      text: 'text',
      ...each(['pdfUrl', 'url'], orNull('url')),
    }),
  },
  refuses: [404, 422],
}
const informationApi: Api = {
  name: 'readPaymentInformation',
  summary: 'Ler a página de pagamento',
  tag: 'Avisos de pagamento',
  params: { publicId: 'text' },
  answers: {
    200: data({
      organisation: 'text',
      member: described('Iniciais.', 'text'),
      ...askedShape,
      ...requestedAmountsShape,
      ...waysToPayShape,
      mbway: { available: 'boolean' },
      isSettled: 'boolean',
    }),
  },
}
const sentShape = {
  id: 'uuid',
  channel: 'text',
  state: 'text',
  recipient: 'text?',
  problem: 'text?',
} as const
const sendApi: Api = {
  name: 'sendPaymentAdvice',
  summary: 'Enviar o aviso de pagamento de algumas dívidas',
  body: { memberId: 'uuid', chargeIds: limited('uuid[]', { minItems: 1, maxItems: maxCharges }) },
  answers: { 200: written(sentShape) },
  refuses: [404],
  idempotent: true,
}

/** `GET /payment_advice` for members and staff, and the public page of an advice, with fewer fields. */
export function adviceRoutes(app: FastifyInstance, world: World): void {
  app.get('/payment_advice', route(adviceApi), async (request) => ({
    data: await answerAdvice(world, request),
  }))
  app.get<{ Params: { publicId: string } }>(
    '/payment_information/:publicId',
    openRoute(informationApi),
    async (request) => ({ data: await answerInformation(world, request.params.publicId, request.ip) }),
  )
}

async function answerAdvice(world: World, request: FastifyRequest) {
  const plan = planOf(world, 'members')
  const { caller } = request
  const decision = decide(plan.definition.access, 'read', caller)
  requireAccess(decision, caller)
  const adviceRequest = readAdviceRequest(
    knownParameters(request, ['memberID', 'memberId', 'type', 'year', 'chargeIds']),
  )
  const member = await findRecord(world.database.pool, plan, adviceRequest.memberId, fullScope)
  if (!member || !allows(decision, member)) throw notFound()
  const advice = await readAdvice(world, adviceRequest)
  const pdfUrl =
    advice.publicId === null ? null : await documentUrl(world, { kind: 'advice', id: advice.publicId })
  const forStaff = isStaff(caller)
  const multibancoProblem = forStaff ? advice.multibancoProblem : null
  const requests = forStaff ? advice.requests : withoutReasons(advice.requests)
  return { ...advice, multibancoProblem, requests, memberId: adviceRequest.memberId, pdfUrl, url: pdfUrl }
}

/** The public page of an advice: initials of the member, what to pay and how. */
async function answerInformation(world: World, publicId: string, address: string) {
  await limitAttempts(world, [['paymentInformation', address]])
  const { member, type, year, lines, total, multibanco, mbway, transfer, deadlines, later, requests } =
    await readAdvice(world, await findAdviceRequest(world, publicId))
  const { name } = await world.organisation.settings()
  return {
    organisation: name,
    member: initials(member.name),
    type,
    year,
    lines,
    total,
    multibanco,
    mbway: { available: mbway.available },
    requests: withoutReasons(requests),
    transfer,
    deadlines,
    later,
    isSettled: total === 0,
  }
}

/** `POST /payment_advice/send`: sends a member the advice for selected charges. */
export function sendAdviceRoute(app: FastifyInstance, world: World): void {
  app.post('/payment_advice/send', route(sendApi, 'messages:write'), (request, reply) => {
    requireAccess(staffWriters(request.caller), request.caller)
    const { memberId, chargeIds } = bodyOf(request)
    const adviceRequest = requestForCharges({ memberId, chargeIds })
    return write(world, request, reply, async (writing) => ({
      status: 200,
      data: await sendAdvice(writing, adviceRequest),
    }))
  })
}

async function sendAdvice(writing: Context, request: AdviceRequest) {
  const { db } = writing
  const personId = await personOf(writing, request.memberId)
  await refuseSilenced(db, personId)
  const { owed } = await findContent(writing, request)
  const owing = new Set(owed.charges.map(({ id }) => id))
  const charges = (request.chargeIds ?? []).filter((id) => owing.has(id)).map((id) => ({ id, step: 1 }))
  if (charges.length === 0) throw conflict('Não há nada por pagar.')
  const exceptions = { includesEnded: true, includesAgreed: true }
  const notice = await writeNotice(writing, { memberId: request.memberId, personId, charges }, exceptions)
  if (!notice)
    throw conflict(
      'Não há mensagem a enviar: a pessoa faleceu, ou o «Aviso de pagamento» está desligado na configuração das mensagens.',
    )
  return one(
    db,
    sql`SELECT id, channel, state, recipient, last_error AS problem FROM messages WHERE id = ${notice.id}`,
    sentShape,
  )
}

async function personOf({ db }: Pick<Context, 'db'>, memberId: string): Promise<string> {
  const member = await maybeOne(db, sql`SELECT person_id FROM members WHERE id = ${memberId}`, {
    person_id: 'uuid',
  })
  if (!member) throw notFound()
  return member.person_id
}
