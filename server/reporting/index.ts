import type { Reporting } from '@agremia/resources/embedded-words.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitAttempts } from '../auth/index.ts'
import type { Config } from '../config.ts'
import { ApiError, badRequest, notFound } from '../errors.ts'
import { Media } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import type { Area, World } from '../rest/modules.ts'
import { readDsn, type ReportingProject } from '../dsn.ts'

/** Maximum bytes of a report: the first segment of a replay contains the whole page. */
const maxReportBytes = 2 * 1024 * 1024
const timeoutMs = 5_000

/** Configuration of error reports for pages; undefined when there is no service. */
export function reportingFor({ sentryDsn, sentryMaskText }: Config): Reporting | undefined {
  const project = sentryDsn === undefined ? undefined : readDsn(sentryDsn)
  return project && { dsn: project.dsn, maskText: sentryMaskText }
}

const reportApi: Api = {
  name: 'reportErrors',
  summary: 'Comunicar erros das páginas',
  tag: 'Programa',
  body: new Media({ 'application/x-sentry-envelope': { type: 'string' }, 'text/plain': { type: 'string' } }),
  answers: { 200: null },
  refuses: [404],
}

/** `POST /sentry`: forwards error reports of our pages to the configured project only. */
export const reportingArea: Area = {
  resources: [],
  routes(app, world) {
    const { sentryDsn } = world.config
    const project = sentryDsn === undefined ? undefined : readDsn(sentryDsn)
    readAnyBody(app)
    const options = { config: { open: true, api: reportApi }, bodyLimit: maxReportBytes }
    app.post('/sentry', options, async (request, reply) => {
      if (!project) throw notFound('Os erros não são comunicados a nenhum serviço.')
      await limitAttempts(world, [['errorReport', request.ip]])
      return forward(world, project, request, reply)
    })
  },
}

/** Accepts any content type: browsers send envelopes as plain text. */
function readAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

async function forward(
  world: World,
  { dsn, envelopes }: ReportingProject,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body } = request
  if (!Buffer.isBuffer(body) || dsnOf(body) !== dsn)
    throw badRequest('O pedido não é um relatório de erros desta aplicação.')
  const answer = await send(envelopes, body).catch((error: unknown) => {
    world.log.warn({ err: error }, 'could not forward an error report')
    throw new ApiError(429, 'O serviço de erros não respondeu.', { headers: { 'retry-after': '60' } })
  })
  // Rate limits of the service, which the client respects.
  for (const name of ['retry-after', 'x-sentry-rate-limits']) {
    const value = answer.headers.get(name)
    if (value !== null) void reply.header(name, value)
  }
  await answer.body?.cancel()
  return reply.code(answer.status).send()
}

/** Sends only the report, without headers of the browser's request, and only to the configured address. */
function send(address: string, body: Buffer): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope' },
    body: new Uint8Array(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
}

/** The DSN in an envelope's first line; undefined when it is not an envelope. */
function dsnOf(envelope: Buffer): string | undefined {
  const end = envelope.indexOf(0x0a)
  try {
    const header: unknown = JSON.parse(envelope.toString('utf8', 0, end === -1 ? 0 : end))
    if (typeof header !== 'object' || header === null || !('dsn' in header)) return undefined
    return typeof header.dsn === 'string' ? readDsn(header.dsn)?.dsn : undefined
  } catch {
    return undefined
  }
}
