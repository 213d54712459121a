import { isId } from '@agremia/resources/coerce.ts'
import { receiptContent } from '@agremia/resources/receipt.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { linkSeconds } from '../files/index.ts'
import { pdfFileName } from '../pdf/index.ts'
import type { Engine } from '../rest/modules.ts'
import type { DocumentKind } from './documents.ts'
import { documentUrl } from './documents.ts'
import { drawings } from './drawings.ts'
import { readReceipt } from './read-receipt.ts'
import { visibleId } from './visible-id.ts'

interface Link {
  Params: { id: string; kind: string }
  Querystring: { e?: string; s?: string }
}

/** Links to receipts, and the documents that links lead to. */
export function documentRoutes(app: FastifyInstance, engine: Engine): void {
  app.get<{ Params: { id: string } }>('/payments/:id/receipt', async (request) => {
    const id = await visibleId(engine, 'payments', request)
    const url = await documentUrl(engine.world, { kind: 'receipt', id })
    return { data: { url, receipt: receiptContent(await readReceipt(engine, id)) } }
  })
  app.get<Link>(
    '/documents/:id/:kind',
    { config: { open: true }, exposeHeadRoute: false },
    (request, reply) => answerDocument(engine, request, reply),
  )
}

async function answerDocument(
  engine: Engine,
  request: FastifyRequest<Link>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, kind } = request.params
  const { world } = engine
  if (!Object.hasOwn(drawings, kind) || !(isId(id) || kind === 'advice')) throw notFound()
  const place = { id, variant: kind }
  if (linkSeconds(await world.secret('documents'), place, request.query, world.clock()) === 0)
    throw notFound()
  const { name, pdf } = await drawings[kind as DocumentKind](engine, id)
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `inline; filename="${pdfFileName(name)}"`)
    .send(pdf)
}
