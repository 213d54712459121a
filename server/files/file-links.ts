import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { fileOf, linkQuery } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { isVariant } from './file-store.ts'
import { describeFile } from './stored-files.ts'
import type { World } from '../rest/modules.ts'

export interface FilePlace {
  id: string
  variant: string
}

const hour = 3600

/**
 * A signed link to a file, because navigation of a browser sends no token. Valid for up to `hours`, by default one to two, and the same
 * within an hour so that browsers can cache the file.
 */
export function signedUrl(
  secret: Buffer,
  place: FilePlace,
  now: Date,
  { path = '/api/files', hours = 2 }: { path?: string; hours?: number } = {},
): string {
  const expiry = (Math.floor(now.getTime() / 1000 / hour) + hours) * hour
  return `${path}/${place.id}/${place.variant}?e=${expiry}&s=${signature(secret, place, expiry)}`
}

/** Remaining seconds of the link; 0 when it is expired or its signature is wrong. */
export function linkSeconds(
  secret: Buffer,
  place: FilePlace,
  link: { e?: unknown; s?: unknown },
  now: Date,
): number {
  if (typeof link.e !== 'string' || typeof link.s !== 'string' || !/^\d{1,12}$/.test(link.e)) return 0
  const right = Buffer.from(signature(secret, place, Number(link.e)))
  const given = Buffer.from(link.s)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 0
  return Math.max(0, Math.floor(Number(link.e) - now.getTime() / 1000))
}

function signature(secret: Buffer, { id, variant }: FilePlace, expiry: number): string {
  return createHmac('sha256', secret).update(`${id}/${variant}/${expiry}`).digest('base64url').slice(0, 32)
}

const fileApi: Api = {
  name: 'readFile',
  summary: 'Ler um ficheiro pela sua ligação assinada',
  tag: 'Ficheiros',
  params: { variant: 'text' },
  query: linkQuery,
  answers: { 200: fileOf('image/*', 'application/pdf', 'application/octet-stream') },
}

interface Link {
  Params: { id: string; variant: string }
  Querystring: { e?: string; s?: string }
}

/** `GET /files/:id/:variant?e=…&s=…`: a file by its signed link. Throws 404 when the link is invalid or expired. */
export function registerFiles(app: FastifyInstance, world: World): void {
  // The link is the credential; an expired token is ignored.
  const options = { config: { open: true, api: fileApi }, exposeHeadRoute: false }
  app.get<Link>('/files/:id/:variant', options, (request, reply) => answerFile(world, request, reply))
}

async function answerFile(
  world: World,
  request: FastifyRequest<Link>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, variant } = request.params
  if (!isId(id) || !isVariant(variant)) throw notFound()
  const seconds = linkSeconds(world.keys.signing('files'), { id, variant }, request.query, world.clock())
  if (seconds === 0) throw notFound()
  const file = await describeFile(world.database.pool, { id, variant })
  const content = file && (await world.files.read(id, variant))
  if (!content) throw notFound()
  // Chrome shows no PDF in a sandbox; what a PDF brings runs in the viewer, not in a page of ours.
  if (file.type !== 'application/pdf')
    void reply.header('content-security-policy', "default-src 'none'; sandbox")
  return reply
    .type(file.type)
    .header('cache-control', `private, max-age=${seconds}, immutable`)
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `inline; ${fileNameParameter(file.name)}`)
    .send(content)
}

/** The name of a file for `Content-Disposition`, with the ASCII fallback of RFC 6266, 4.3 and appendix D. */
export function fileNameParameter(name: string): string {
  const ascii = name.normalize('NFD').replaceAll(/[^ -~]|["\\%]/g, '')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`
}
