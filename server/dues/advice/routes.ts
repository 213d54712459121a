import { isId } from '@agremia/resources/coerce.ts'
import { invalid, notFound, ApiError, badRequest, conflict } from '../../errors.ts'
import type { AdviceRequest } from './advice.ts'
import { allows, decide, isStaff, staffWriters } from '@agremia/resources/access.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { initials } from '@agremia/resources/rules/names.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitAttempts } from '../../auth/index.ts'
import { knownParameters } from '../../rest/query-parameters.ts'
import type { Engine } from '../../rest/modules.ts'
import { planOf } from '../../rest/modules.ts'
import { constraintOf } from '../../rest/scope.ts'
import { findRecord } from '../../rest/find-record.ts'
import { findAdviceRequest, readAdvice, adviceFor } from './advice.ts'
import { documentUrl } from '../documents/documents.ts'
import { maybeOne, one, sql } from '../../database/sql.ts'
import { announce, refuseSilenced } from '../../messages/index.ts'
import { write } from '../../rest/register-resource.ts'
import { bodyOf } from '../../rest/request.ts'
import type { WriteContext } from '../../rest/write.ts'
import { adviceFrames, adviceValues } from './advice-values.ts'
import { insertChargeNotices } from '../notices/charge-notices.ts'

const maxCharges = 500

/** The advice request for selected charges of a member. Throws 404 and 422. */
export function requestForCharges({
  memberId,
  chargeIds,
}: {
  memberId: unknown
  chargeIds: unknown
}): AdviceRequest {
  if (typeof memberId !== 'string' || !isId(memberId)) throw notFound()
  const isList = Array.isArray(chargeIds) && chargeIds.length > 0 && chargeIds.length <= maxCharges
  if (!isList || !chargeIds.every((id) => typeof id === 'string' && isId(id)))
    throw invalid({ chargeIds: [`Escolha dívidas da lista, no máximo ${maxCharges}.`] })
  const ids = new Set(chargeIds.map((id) => String(id).toLowerCase()))
  return { memberId: memberId.toLowerCase(), type: null, year: null, chargeIds: [...ids] }
}

/** `GET /payment_advice` for members and staff, and the public page of an advice, with fewer fields. */
export function adviceRoutes(app: FastifyInstance, engine: Engine): void {
  app.get('/payment_advice', async (request) => ({ data: await answerAdvice(engine, request) }))
  app.get<{ Params: { publicId: string } }>(
    '/payment_information/:publicId',
    { config: { open: true } },
    async (request) => ({ data: await answerInformation(engine, request.params.publicId, request.ip) }),
  )
}

async function answerAdvice(engine: Engine, request: FastifyRequest) {
  const { world } = engine
  const plan = planOf(engine, 'members')
  const { caller } = request
  const decision = decide(plan.definition.access, 'read', caller)
  constraintOf(decision, caller)
  const adviceRequest = readAdviceRequest(
    knownParameters(request, ['memberID', 'memberId', 'type', 'year', 'chargeIds']),
  )
  const member = await findRecord(world.database.pool, plan, adviceRequest.memberId, {
    constraint: {},
    role: 'admin',
  })
  if (!member || !allows(decision, member)) throw notFound()
  const advice = await readAdvice(engine, adviceRequest)
  const pdfUrl =
    advice.publicId === null ? null : await documentUrl(world, { kind: 'advice', id: advice.publicId })
  const multibancoProblem = isStaff(caller) ? advice.multibancoProblem : null
  return { ...advice, multibancoProblem, memberId: adviceRequest.memberId, pdfUrl, url: pdfUrl }
}

function readAdviceRequest(query: Partial<Record<string, string>>): AdviceRequest {
  const { memberID, memberId = memberID, type, year, chargeIds } = query
  const isMissing = (value: unknown) => typeof value !== 'string' || value === ''
  if (!isMissing(memberId) && isMissing(type) && !isMissing(chargeIds))
    return requestForCharges({ memberId, chargeIds: String(chargeIds).split(',') })
  if (isMissing(memberId) || isMissing(type) || (type === 'quota' && isMissing(year)))
    throw new ApiError(400, 'Not Enough Data')
  if (!Object.hasOwn(chargeTypes, String(type))) throw badRequest('type: escolha um tipo da lista.')
  if (!isMissing(year) && !/^(19|20|21)\d\d$/.test(String(year)))
    throw badRequest('year: indique um ano com quatro algarismos.')
  if (!isId(String(memberId))) throw notFound()
  return {
    memberId: String(memberId).toLowerCase(),
    type: String(type) as ChargeType,
    year: isMissing(year) ? null : Number(year),
    chargeIds: null,
  }
}

/** The public page of an advice: initials of the member, what to pay and how. */
async function answerInformation(engine: Engine, publicId: string, address: string) {
  const { world } = engine
  await limitAttempts(world, [['paymentInformation', address]])
  if (publicId.includes('\u0000')) throw notFound()
  const { member, type, year, lines, total, multibanco, transfer, deadlines, later } = await readAdvice(
    engine,
    await findAdviceRequest(engine, publicId),
  )
  const { name } = await world.organisation.settings()
  return {
    organisation: name,
    member: initials(member.name),
    type,
    year,
    lines,
    total,
    multibanco,
    transfer: transfer && { iban: transfer.iban, holder: transfer.holder, description: transfer.description },
    deadlines,
    later,
    isSettled: total === 0,
  }
}

/** `POST /payment_advice/send`: sends a member the advice for selected charges. */
export function sendAdviceRoute(app: FastifyInstance, engine: Engine): void {
  app.post('/payment_advice/send', (request, reply) => {
    constraintOf(staffWriters(request.caller), request.caller)
    const { memberId, chargeIds } = bodyOf(request)
    const adviceRequest = requestForCharges({ memberId, chargeIds })
    return write(engine, request, reply, async (writing) => ({
      status: 200,
      data: await sendAdvice(writing, adviceRequest),
    }))
  })
}

async function sendAdvice(writing: WriteContext, request: AdviceRequest) {
  const { db, world } = writing
  const personId = await personOf(writing, request.memberId)
  await refuseSilenced(db, personId)
  const advice = await adviceFor(writing, request)
  if (advice.total === 0) throw conflict('Não há nada por pagar.')
  const id = await announce(writing, {
    event: 'paymentAdvice',
    to: { personId },
    values: adviceValues(advice, world),
    about: { resource: 'members', id: request.memberId },
    frames: adviceFrames(advice, world),
  })
  if (id === undefined)
    throw conflict(
      'Não há mensagem a enviar: a pessoa faleceu, ou o «Aviso de pagamento» está desligado na configuração das mensagens.',
    )
  const charges = (request.chargeIds ?? []).map((chargeId) => ({ id: chargeId, step: 1 }))
  await insertChargeNotices(writing, id, charges)
  return one(
    db,
    sql`SELECT id, channel, state, recipient, last_error AS problem FROM messages WHERE id = ${id}`,
    { id: 'uuid', channel: 'text', state: 'text', recipient: 'text?', problem: 'text?' },
  )
}

async function personOf({ db }: Pick<WriteContext, 'db'>, memberId: string): Promise<string> {
  const member = await maybeOne(db, sql`SELECT person_id FROM members WHERE id = ${memberId}`, {
    person_id: 'uuid',
  })
  if (!member) throw notFound()
  return member.person_id
}
