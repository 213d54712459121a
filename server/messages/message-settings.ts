import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { staffReaders } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { limited } from '@agremia/resources/json-shape.ts'
import { findMessageEvent, messageEvents, messageVariables } from '@agremia/resources/message-events.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, maybeOne, one, raiseVersion, sql } from '../database/sql.ts'
import { badRequest, invalid, notFound } from '../errors.ts'
import { data, type WithId, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall, Hooks, World } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { idOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import { addLetterhead } from './letterhead.ts'
import { contentShape } from './message-content.ts'
import { commonValues, findRecipient, organisationNames } from './recipients.ts'
import { previewSms, smsPreviewShape } from './sms.ts'
import type { Template } from './templates.ts'
import { normalizeTexts, render, sampleValues, textFields, withSecretLink } from './templates.ts'
import type { messageSettings } from '@agremia/resources/definitions/message-settings.ts'

/** Rules for the organisation's texts of an event. Urgent events cannot be disabled. */
export const messageSettingsHooks: Hooks<typeof messageSettings> = {
  validate: async (context) => {
    const event = findMessageEvent(String(context.before?.name ?? ''))
    const errors = normalizeTexts(context, event)
    if (event?.urgent && context.merged.enabled !== true)
      errors['enabled'] = ['Esta mensagem não se desliga: sem ela ninguém recupera o acesso.']
    return { errors }
  },
  async beforeSave({ before, merged, set }) {
    const event = findMessageEvent(String(before?.name ?? ''))
    set({
      isDefault:
        merged.subject === event?.subject &&
        merged.body === event?.body &&
        (merged.smsText ?? '') === event?.smsText,
    })
  },
}

/** Restores the default texts of the program. */
export async function reset(call: ActionCall<typeof messageSettings, 'reset'>): Promise<undefined> {
  const { db, record, changes } = call
  const event = findMessageEvent(record.name)
  if (!event) return undefined
  const { version } = await one(
    db,
    sql`UPDATE message_settings SET subject = ${event.subject}, body = ${event.body}, sms_text = ${event.smsText}, is_default = true,
             ${raiseVersion()} WHERE id = ${record._id} RETURNING version`,
    { version: 'integer' },
  )
  changes.push({ resource: 'messageSettings', action: 'updated', id: record._id, version })
  const texts = textFields.filter((field) => record[field] !== event[field])
  await recordAudit(call, [
    {
      resource: 'messageSettings',
      id: record._id,
      action: 'reset',
      changes: texts.map((field) => ({ field, from: record[field], to: event[field] })),
    },
  ])
  return undefined
}

const limits = { subject: 200, body: 20_000, smsText: 1000, memberId: 36 } as const

const previewApi: Api = {
  name: 'previewMessageSettings',
  summary: 'Ver os textos de um acontecimento por gravar',
  params: { id: 'text' },
  body: Object.fromEntries(
    Object.entries(limits).map(([name, maxLength]) => [`${name}?`, limited('text?', { maxLength })]),
  ),
  answers: { 200: data({ subject: 'text', ...contentShape, sms: smsPreviewShape }) },
  refuses: [422],
}

/** `POST /message_settings/:id/preview`: renders unsaved texts of an event with sample values or those of a member. Writes nothing. */
export function registerPreview(app: FastifyInstance, world: World): void {
  app.post<WithId>('/message_settings/:id/preview', route(previewApi), async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    return { data: await preview(world, request) }
  })
}

async function preview(world: World, request: FastifyRequest<WithId>) {
  const { organisation, database } = world
  const id = await idOf(world, planOf(world, 'messageSettings'), request.params.id)
  const stored = await maybeOne(
    database.pool,
    sql`SELECT name, subject, body, sms_text AS "smsText" FROM message_settings WHERE id = ${id}`,
    { name: 'text', subject: 'text', body: 'text', smsText: 'text?' },
  )
  if (!stored) throw notFound()
  const event = findMessageEvent(stored.name)
  const { memberId, ...texts } = readPreviewInput(request.body)
  const errors = normalizeTexts({ values: texts, set: (values) => void Object.assign(texts, values) }, event)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const settings = await organisation.settings()
  const terminology = await organisation.terminology()
  const samples = event ? sampleValues(event) : {}
  const member = memberId === undefined ? undefined : await memberRecipient(world, memberId)
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

async function memberRecipient(world: World, memberId: string) {
  const { pool } = world.database
  const member = await maybeOne(pool, sql`SELECT person_id FROM members WHERE id = ${memberId}`, {
    person_id: 'uuid',
  })
  const recipient = member && (await findRecipient(pool, member.person_id))
  if (!recipient) throw invalid({ memberId: [fieldErrors.option] })
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
  for (const [name, longest] of Object.entries(limits) as [keyof typeof limits, number][]) {
    const value = (body as Record<string, unknown>)[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') throw invalid({ [name]: ['Indique um texto.'] })
    if (value.length > longest) throw invalid({ [name]: [`No máximo ${longest} caracteres.`] })
    if (name === 'memberId' && !isId(value)) throw invalid({ memberId: [fieldErrors.option] })
    input[name] = value
  }
  return input
}

/** Inserts the default texts of each event, and updates those that the organisation has not changed. Safe to repeat. */
export async function seedMessageSettings(db: Querying): Promise<void> {
  const rows = Object.entries(messageEvents).map(([name, { channel, subject, body, smsText }]) => ({
    id: newId(),
    name,
    channel,
    subject,
    body,
    sms_text: smsText,
  }))
  await execute(
    db,
    sql`INSERT INTO message_settings AS stored (id, name, channel, subject, body, sms_text)
           SELECT id, name, channel, subject, body, sms_text FROM jsonb_populate_recordset(NULL::message_settings, ${JSON.stringify(rows)})
           ON CONFLICT (name) DO UPDATE SET subject = excluded.subject, body = excluded.body, sms_text = excluded.sms_text
           WHERE stored.is_default AND (stored.subject, stored.body, stored.sms_text)
             IS DISTINCT FROM (excluded.subject, excluded.body, excluded.sms_text)`,
  )
}
