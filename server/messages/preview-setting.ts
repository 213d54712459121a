import { staff } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { findMessageEvent, messageVariables } from '@agremia/resources/message-events.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { maybeOne, sql } from '../database/sql.ts'
import { badRequest, invalid, notFound } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { idOf } from '../rest/request.ts'
import { constraintOf } from '../rest/scope.ts'
import { keepTexts } from './keep-texts.ts'
import { letterhead } from './letterhead.ts'
import { commonValues, findRecipient, organisationNames } from './recipient-values.ts'
import { previewSms } from './sms-cost.ts'
import type { Template } from './templates.ts'
import { render, sampleValues, withSecretLink } from './templates.ts'

/** `POST /message_settings/:id/preview`: how a text would be read by a member, or by somebody invented. Writes nothing. */
export function registerPreview(app: FastifyInstance, engine: Engine): void {
  app.post<{ Params: { id: string } }>('/message_settings/:id/preview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    return { data: await preview(engine, request) }
  })
}

async function preview(engine: Engine, request: FastifyRequest<{ Params: { id: string } }>) {
  const { organisation, database } = engine.world
  const id = await idOf(engine, planOf(engine, 'messageSettings'), request.params.id)
  const kept = await maybeOne(
    database.pool,
    sql`SELECT name, subject, body, sms_text AS "smsText" FROM message_settings WHERE id = ${id}`,
    { name: 'text', subject: 'text', body: 'text', smsText: 'text?' },
  )
  if (!kept) throw notFound()
  const event = findMessageEvent(kept.name)
  const { memberId, ...given } = readTexts(request.body)
  const errors = keepTexts({ values: { ...given }, merged: given }, event)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const settings = await organisation.settings()
  const terminology = await organisation.terminology()
  const samples = event ? sampleValues(event) : {}
  const member = memberId === undefined ? undefined : await memberRecipient(engine, memberId)
  const known = member && commonValues(member, settings, await organisation.today())
  const values = { ...samples, ...organisationNames(settings), ...known }
  const content = render({ ...kept, ...given }, values, terminology)
  const seen = event?.secretLink
    ? withSecretLink(content, event.secretLink, messageVariables.ligacao.sample)
    : content
  const { html, text } = letterhead(seen, {
    settings,
    terminology,
    isMember: member !== undefined || !event?.toOthers,
  })
  return { subject: seen.subject, html, text, sms: previewSms(seen.sms, settings) }
}

async function memberRecipient(engine: Engine, memberId: string) {
  const { pool } = engine.world.database
  const member = await maybeOne(pool, sql`SELECT person_id FROM members WHERE id = ${memberId}`, {
    person_id: 'uuid',
  })
  const recipient = member && (await findRecipient(pool, member.person_id))
  if (!recipient) throw invalid({ memberId: ['Escolha um valor da lista.'] })
  return recipient
}

interface Given extends Partial<Template> {
  memberId?: string
}

/** The texts being written, each where given. Throws 400 or 422. */
export function readTexts(body: unknown): Given {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw badRequest('O pedido tem de trazer um objeto JSON.')
  const given: Given = {}
  const limits = { subject: 200, body: 20_000, smsText: 1000, memberId: 36 } as const
  for (const [name, longest] of Object.entries(limits) as [keyof typeof limits, number][]) {
    const value = (body as Record<string, unknown>)[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') throw invalid({ [name]: ['Indique um texto.'] })
    if (value.length > longest) throw invalid({ [name]: [`No máximo ${longest} caracteres.`] })
    if (name === 'memberId' && !isId(value)) throw invalid({ memberId: ['Escolha um valor da lista.'] })
    given[name] = value.replaceAll('\u0000', '').toWellFormed()
  }
  return given
}
