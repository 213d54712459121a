import type { Caller } from '@agremia/resources/access.ts'
import { allows, anyOf, decide, ownRecords, staffWriters } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { paymentIntents } from '@agremia/resources/definitions/payment-intents.ts'
import { phone as phoneRule } from '@agremia/resources/rules/phone.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitAttempts } from '../../auth/index.ts'
import { invalid, notFound } from '../../errors.ts'
import type { Api } from '../../rest/api.ts'
import { answerList } from '../../rest/answer-list.ts'
import { data, recordOf, openRoute, route, type WithId } from '../../rest/api.ts'
import { fullScope, findRecord, getRecord } from '../../rest/find-record.ts'
import { planOf } from '../../rest/modules.ts'
import { write } from '../../rest/write-request.ts'
import { resourceApi } from '../../rest/resource-api.ts'
import { bodyOf, textOf } from '../../rest/request.ts'
import { requireAccess } from '../../rest/scope.ts'
import { restrict } from '../../rest/write.ts'
import { findAdviceRequest } from '../advice/advice.ts'
import type { AdviceRequest } from '../advice/advice-request.ts'
import { readAdviceRequest } from '../advice/read-request.ts'
import { askForMbway, askForReference } from './intents.ts'
import type { Context, World } from '../../rest/modules.ts'

const selection = { memberId: 'uuid', 'chargeIds?': 'uuid[]', 'type?': 'text', 'year?': 'integer' } as const
const answers = { 201: data(recordOf(paymentIntents)) }
const referenceApi: Api = {
  name: 'createPaymentIntent',
  summary: 'Pedir uma referência Multibanco',
  description:
    'Das dívidas indicadas, ou das de um tipo. O serviço responde depois: o estado passa a pending ou failed.',
  body: selection,
  answers,
  refuses: [404],
  idempotent: true,
}
const mbwayApi: Api = {
  name: 'createMbway',
  summary: 'Pedir um pagamento MB WAY',
  description: 'Ao telemóvel indicado. Quem paga tem quatro minutos para aceitar.',
  tag: paymentIntents.label.many,
  body: { ...selection, phone: 'text' },
  answers,
  refuses: [404],
  idempotent: true,
}
const listApi: Api = {
  ...resourceApi(paymentIntents).list,
  name: 'listMbway',
  summary: 'Listar pedidos MB WAY',
}
const readApi: Api = {
  name: 'readMbway',
  summary: 'Ler um pedido MB WAY',
  tag: paymentIntents.label.many,
  answers: { 200: data(recordOf(paymentIntents)) },
}

const askedShape = { 201: data({ status: 'text', expiresAt: 'moment?' }) }
const publicReferenceApi: Api = {
  name: 'createReferenceByLink',
  summary: 'Pedir uma referência Multibanco, na página de pagamento',
  tag: 'Avisos de pagamento',
  params: { publicId: 'text' },
  answers: askedShape,
  refuses: [404, 409],
  idempotent: true,
}
const publicMbwayApi: Api = {
  name: 'createMbwayByLink',
  summary: 'Pedir um pagamento MB WAY, na página de pagamento',
  tag: 'Avisos de pagamento',
  params: { publicId: 'text' },
  body: { phone: 'text' },
  answers: askedShape,
  refuses: [404, 409],
  idempotent: true,
}

/** What the public payment page of an advice asks of the gateway. */
export function publicIntentRoutes(app: FastifyInstance, world: World): void {
  const plan = planOf(world, 'paymentIntents')
  const ask = async (
    { ip, params }: FastifyRequest<PublicRoute>,
    work: (asked: AdviceRequest) => Promise<string>,
  ): Promise<string> => {
    await limitAttempts(world, [['paymentInformation', ip]])
    return work(await findAdviceRequest(world, params.publicId))
  }
  const stateOf = async (writing: Context, id: string) => {
    const { status, expiresAt } = await getRecord(writing, plan, id)
    return { status: 201, data: { status, expiresAt } }
  }
  app.post<PublicRoute>(
    '/payment_information/:publicId/reference',
    openRoute(publicReferenceApi),
    (request, reply) =>
      ask(request, (asked) =>
        write(world, request, reply, async (writing) =>
          stateOf(writing, await askForReference(writing, asked)),
        ),
      ),
  )
  app.post<PublicRoute>('/payment_information/:publicId/mbway', openRoute(publicMbwayApi), (request, reply) =>
    ask(request, async (asked) => {
      const phone = readPhone(request)
      await limitMbway(world, request, phone)
      return write(world, request, reply, async (writing) =>
        stateOf(writing, await askForMbway(writing, asked, phone)),
      )
    }),
  )
}

interface PublicRoute {
  Params: { publicId: string }
}

/** Intents of the staff, and of members for their own debts. */
export function intentRoutes(app: FastifyInstance, world: World): void {
  const plan = planOf(world, 'paymentIntents')
  const config = (api: Api) => route(api, 'payment_intents:write')
  app.post('/payment_intents', config(referenceApi), async (request, reply) => {
    const asked = await readRequest(world, request)
    return write(world, request, reply, async (writing) => {
      const id = await askForReference(writing, asked)
      return { status: 201, data: restrict(plan, await getRecord(writing, plan, id), writing.caller) }
    })
  })
  app.post('/mbway', config(mbwayApi), async (request, reply) => {
    const asked = await readRequest(world, request)
    const phone = readPhone(request)
    await limitMbway(world, request, phone)
    return write(world, request, reply, async (writing) => {
      const id = await askForMbway(writing, asked, phone)
      return { status: 201, data: restrict(plan, await getRecord(writing, plan, id), writing.caller) }
    })
  })
  app.get('/mbway', route(listApi), (request, reply) =>
    answerList(world, plan, request, reply, { kind: 'mbway' }),
  )
  app.get<WithId>('/mbway/:id', route(readApi), async (request) => {
    const { caller, params } = request
    const decision = decide(plan.definition.access, 'read', caller)
    requireAccess(decision, caller)
    if (!isId(params.id)) throw notFound()
    const record = await findRecord(world.database.pool, plan, params.id.toLowerCase(), fullScope)
    if (record?.['kind'] !== 'mbway' || !allows(decision, record)) throw notFound()
    return { data: restrict(plan, record, caller) }
  })
}

const mayAsk = anyOf(staffWriters, ownRecords('personId'))

/** The debts that a request names. Throws 404 for a member whom the caller may not read, 403 for auditors. */
async function readRequest(world: World, request: FastifyRequest): Promise<AdviceRequest> {
  const { caller } = request
  requireAccess(mayAsk(caller), caller)
  const { memberId, chargeIds, type, year } = bodyOf(request)
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : textOf(value))
  const asked = readAdviceRequest({
    memberId: text(memberId),
    type: text(type),
    year: text(year),
    chargeIds: Array.isArray(chargeIds) ? chargeIds.map(textOf).join(',') : text(chargeIds),
  })
  await refuseOthers(world, caller, asked.memberId)
  return asked
}

async function refuseOthers(world: World, caller: Caller, memberId: string): Promise<void> {
  const plan = planOf(world, 'members')
  const member = await findRecord(world.database.pool, plan, memberId, fullScope)
  if (!member || !allows(decide(plan.definition.access, 'read', caller), member)) throw notFound()
}

/** The phone of a request, in E.164. Throws 422. */
function readPhone(request: FastifyRequest): string {
  const { phone } = bodyOf(request)
  const number = typeof phone === 'string' ? phoneRule.normalize(phone) : ''
  const problem = phoneRule.problem(number)
  if (problem !== undefined) throw invalid({ phone: [problem] })
  return number
}

/** Requests make a phone ring: few from one caller, and few to one phone. */
async function limitMbway(world: World, { caller, ip }: FastifyRequest, phone: string): Promise<void> {
  await limitAttempts(world, [
    ['mbwayRequest', caller.id ?? ip],
    ['mbwayPhone', phone],
  ])
}
