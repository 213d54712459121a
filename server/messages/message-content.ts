import { isId } from '@agremia/resources/coerce.ts'
import { oneOf, orNull } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Querying } from '../database/querying.ts'
import { jsonOf, nullable, one, sql, textOf } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import { data, route, type WithId } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { findRecord } from '../rest/find-record.ts'
import { planOf } from '../rest/modules.ts'
import { protectedIds } from '../rest/plan.ts'
import { planFor, scopeOf } from '../rest/scope.ts'
import type { Frame } from './compose.ts'
import { frameShape } from './compose.ts'
import { addLetterhead } from './letterhead.ts'
import { previewSms, smsPreviewShape } from './sms.ts'
import type { World } from '../rest/modules.ts'
import type { Channel } from './channels.ts'

/** A message with the organisation's letterhead. */
export const contentShape = { html: 'text', text: 'text' } as const

const contentApi: Api = {
  name: 'readMessageContent',
  summary: 'Ler uma mensagem como quem a recebe',
  answers: { 200: data(contentShape) },
}

/** `GET /messages/:id/content`: a message with the organisation's letterhead, as its recipient sees it. Throws 404 without access. */
export function registerContent(app: FastifyInstance, world: World): void {
  app.get<WithId>('/messages/:id/content', route(contentApi), async (request) => ({
    data: await contentOf(world, request),
  }))
}

async function contentOf(world: World, request: FastifyRequest<WithId>) {
  const { database, organisation } = world
  const plan = planFor(planOf(world, 'messages'), 'record', request.caller)
  const scope = scopeOf(plan, 'read', request.caller)
  const { id } = request.params
  const message = isId(id) ? await findRecord(database.pool, plan, id, scope) : undefined
  if (!message) throw notFound()
  const { subject, bodyHtml, bodyText, kind } = message
  return addLetterhead(
    { subject: String(subject), html: bodyHtml as string | null, text: String(bodyText) },
    {
      settings: await organisation.settings(),
      terminology: await organisation.terminology(),
      isMember: message['personId'] !== null,
      // The unsubscribe link belongs to the recipient: here it has no effect.
      ...(kind === 'news' && { unsubscribeUrl: '#' }),
    },
  )
}

/** A stored message in the form of its channel. */
export const storedMessageShape = {
  channel: oneOf(['email', 'sms', 'letter']),
  recipient: 'text?',
  subject: 'text',
  html: 'text?',
  text: 'text',
  frames: orNull([frameShape]),
  sms: orNull(smsPreviewShape),
} as const

/** Renders a stored message as its recipient sees it, in the form of its channel. */
export async function renderStoredMessage({ db, world }: { db: Querying; world: World }, id: string) {
  const settings = await world.organisation.settings()
  const terminology = await world.organisation.terminology()
  const { channel, recipient, subject, text, html, frames, isMember } = await one(
    db,
    sql`SELECT channel, CASE WHEN person_id IN (${protectedIds()}) THEN NULL ELSE recipient END AS recipient, subject, body_text AS text, body_html AS html, frames, person_id IS NOT NULL AS "isMember" FROM messages WHERE id = ${id}`,
    {
      channel: textOf<Channel>(),
      recipient: 'text?',
      subject: 'text',
      text: 'text',
      html: 'text?',
      frames: nullable(jsonOf<Frame[]>()),
      isMember: 'boolean',
    },
  )
  const content = addLetterhead({ subject, html, text }, { settings, terminology, isMember })
  return {
    channel,
    recipient,
    subject,
    html: channel === 'sms' ? null : content.html,
    text: channel === 'email' ? content.text : text,
    frames,
    sms: channel === 'sms' ? previewSms(text, settings) : null,
  }
}
