import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { scopeOf } from '../rest/scope.ts'
import { findRecord } from '../rest/find-record.ts'
import { addLetterhead } from './letterhead.ts'

/** `GET /messages/:id/content`: a message with the organisation's letterhead, as its recipient sees it. Throws 404 without access. */
export function registerContent(app: FastifyInstance, engine: Engine): void {
  app.get<{ Params: { id: string } }>('/messages/:id/content', async (request) => ({
    data: await contentOf(engine, request),
  }))
}

async function contentOf(engine: Engine, request: FastifyRequest<{ Params: { id: string } }>) {
  const { database, organisation } = engine.world
  const plan = planOf(engine, 'messages')
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
