import { isId } from '@agremia/resources/coerce.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { linkSeconds } from '../files/index.ts'
import type { Engine } from '../rest/modules.ts'
import type { DocumentKind } from './documents.ts'
import { documentUrl } from './documents.ts'
import type { Drawn } from './draw-advice.ts'
import { drawAdvice } from './draw-advice.ts'
import { drawReceipt } from './draw-receipt.ts'
import { drawStatement } from './draw-statement.ts'
import { visibleId } from './visible-id.ts'

type Draw = (engine: Engine, id: string) => Promise<Drawn>

const drawings: Record<DocumentKind, Draw> = {
  receipt: drawReceipt,
  advice: drawAdvice,
  statement: drawStatement,
}

interface Link {
  Params: { id: string; kind: string }
  Querystring: { e?: string; s?: string }
}

/** Links to receipts, and the documents that links lead to. */
export function documentRoutes(app: FastifyInstance, engine: Engine): void {
  app.get<{ Params: { id: string } }>('/payments/:id/receipt', async (request) => {
    const id = await visibleId(engine, 'payments', request)
    return { data: { url: await documentUrl(engine.world, { kind: 'receipt', id }) } }
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
    .header('content-disposition', `inline; filename="${fileName(name)}"`)
    .send(pdf)
}

/** Letters that every system takes: `Recibo Q/2026/000123` gives `recibo-q-2026-000123.pdf`. */
function fileName(name: string): string {
  return `${foldText(name).replaceAll(' ', '-')}.pdf`
}
