import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { isVariant } from './file-store.ts'
import { mediaTypeOf } from './media-types.ts'
import { linkSeconds } from './signed-links.ts'

interface Link {
  Params: { id: string; variant: string }
  Querystring: { e?: string; s?: string }
}

/** `GET /files/:id/:variant?e=…&s=…`: a file by its signed link. Throws 404 when the link is invalid or expired. */
export function registerFiles(app: FastifyInstance, engine: Engine): void {
  // The link is the credential; an expired token is ignored.
  app.get<Link>('/files/:id/:variant', { config: { open: true }, exposeHeadRoute: false }, (request, reply) =>
    answerFile(engine, request, reply),
  )
}

async function answerFile(
  { world }: Engine,
  request: FastifyRequest<Link>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, variant } = request.params
  if (!isId(id) || !isVariant(variant)) throw notFound()
  const seconds = linkSeconds(await world.secret('files'), { id, variant }, request.query, world.clock())
  if (seconds === 0) throw notFound()
  const type = await mediaTypeOf(world.database.pool, { id, variant })
  const content = type && (await world.files.read(id, variant))
  if (!content) throw notFound()
  return reply
    .type(type)
    .header('cache-control', `private, max-age=${seconds}, immutable`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .send(content)
}
