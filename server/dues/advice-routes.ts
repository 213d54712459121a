import { allows, decide, isStaff } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { initials } from '@agremia/resources/rules/names.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitAttempts } from '../auth/index.ts'
import { ApiError, badRequest, notFound } from '../errors.ts'
import { knownParameters } from '../rest/known-parameters.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { constraintOf } from '../rest/scope.ts'
import { findRecord } from '../rest/find-record.ts'
import type { Asked } from './advice.ts'
import { findAsked, readAdvice } from './advice-of.ts'
import { chosenCharges } from './chosen-charges.ts'
import { documentUrl } from './documents.ts'

/** What to pay and how: for who may see the member, and, little of it, for whoever has the link. */
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
  const asked = readAsked(knownParameters(request, ['memberID', 'memberId', 'type', 'year', 'chargeIds']))
  const member = await findRecord(world.database.pool, plan, asked.memberId, {
    constraint: {},
    role: 'admin',
  })
  if (!member || !allows(decision, member)) throw notFound()
  const advice = await readAdvice(engine, asked)
  const pdfUrl =
    advice.publicId === null ? null : await documentUrl(world, { kind: 'advice', id: advice.publicId })
  const multibancoProblem = isStaff(caller) ? advice.multibancoProblem : null
  return { ...advice, multibancoProblem, memberId: asked.memberId, pdfUrl, url: pdfUrl }
}

function readAsked(query: Partial<Record<string, string>>): Asked {
  const { memberID, memberId = memberID, type, year, chargeIds } = query
  const isMissing = (value: unknown) => typeof value !== 'string' || value === ''
  if (!isMissing(memberId) && isMissing(type) && !isMissing(chargeIds))
    return chosenCharges({ memberId, chargeIds: String(chargeIds).split(',') })
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

/** What a stranger who has the link may know: initials, what is to be paid, and how. */
async function answerInformation(engine: Engine, publicId: string, address: string) {
  const { world } = engine
  await limitAttempts(world, [['paymentInformation', address]])
  if (publicId.includes('\u0000')) throw notFound()
  const { member, type, year, lines, total, multibanco, transfer, deadline } = await readAdvice(
    engine,
    await findAsked(engine, publicId),
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
    deadline,
    isSettled: total === 0,
  }
}
