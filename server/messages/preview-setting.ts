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
import { addLetterhead } from './letterhead.ts'
import { commonValues, findRecipient, organisationNames } from './recipient-values.ts'
import { previewSms } from './sms-cost.ts'
import type { Template } from './templates.ts'
import { render, sampleValues, withSecretLink } from './templates.ts'

/** `POST /message_settings/:id/preview`: renders unsaved texts of an event with sample values or those of a member. Writes nothing. */
export function registerPreview(app: FastifyInstance, engine: Engine): void {
  app.post<{ Params: { id: string } }>('/message_settings/:id/preview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    return { data: await preview(engine, request) }
  })
}

async function preview(engine: Engine, request: FastifyRequest<{ Params: { id: string } }>) {
  const { organisation, database } = engine.world
  const id = await idOf(engine, planOf(engine, 'messageSettings'), request.params.id)
  const stored = await maybeOne(
    database.pool,
    sql`SELECT name, subject, body, sms_text AS "smsText" FROM message_settings WHERE id = ${id}`,
    { name: 'text', subject: 'text', body: 'text', smsText: 'text?' },
  )
  if (!stored) throw notFound()
  const event = findMessageEvent(stored.name)
  const { memberId, ...texts } = readPreviewInput(request.body)
  const errors = keepTexts({ values: { ...texts }, merged: texts }, event)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const settings = await organisation.settings()
  const terminology = await organisation.terminology()
  const samples = event ? sampleValues(event) : {}
  const member = memberId === undefined ? undefined : await memberRecipient(engine, memberId)
  const memberValues = member && commonValues(member, settings, await organisation.today())
  const values = { ...samples, ...organisationNames(settings), ...memberValues }
  const content = render({ ...stored, ...texts }, values, terminology)
  const linked = event?.secretLink
    ? withSecretLink(content, event.secretLink, messageVariables.ligacao.sample)
    : content
  const { html, text } = addLetterhead(linked, {
    settings,
    terminology,
    isMember: member !== undefined || !event?.toOthers,
  })
  return { subject: linked.subject, html, text, sms: previewSms(linked.sms, settings) }
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

interface PreviewInput extends Partial<Template> {
  memberId?: string
}

/** The unsaved texts and the member of a preview, all optional. Throws 400 or 422. */
function readPreviewInput(body: unknown): PreviewInput {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw badRequest('O pedido tem de trazer um objeto JSON.')
  const input: PreviewInput = {}
  const limits = { subject: 200, body: 20_000, smsText: 1000, memberId: 36 } as const
  for (const [name, longest] of Object.entries(limits) as [keyof typeof limits, number][]) {
    const value = (body as Record<string, unknown>)[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') throw invalid({ [name]: ['Indique um texto.'] })
    if (value.length > longest) throw invalid({ [name]: [`No máximo ${longest} caracteres.`] })
    if (name === 'memberId' && !isId(value)) throw invalid({ memberId: ['Escolha um valor da lista.'] })
    input[name] = value.replaceAll('\u0000', '').toWellFormed()
  }
  return input
}
