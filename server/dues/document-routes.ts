import { isId } from '@agremia/resources/coerce.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { linkSeconds } from '../files/index.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { idOf, scopeOf } from '../rest/register-resource.ts'
import { findRecordJson } from '../rest/store.ts'
import type { DocumentKind, DocumentPlace } from './documents.ts'
import { documentUrl } from './documents.ts'
import type { Drawn } from './draw-advice.ts'
import { drawAdvice } from './draw-advice.ts'
import { drawReceipt } from './draw-receipt.ts'
import { drawStatement } from './draw-statement.ts'

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

/** Links to receipts and statements, and the documents that links lead to. */
export function documentRoutes(app: FastifyInstance, engine: Engine): void {
  linkTo(app, engine, { path: '/payments/:id/receipt', resource: 'payments', kind: 'receipt' })
  linkTo(app, engine, { path: '/members/:id/statement', resource: 'members', kind: 'statement' })
  app.get<Link>(
    '/documents/:id/:kind',
    { config: { open: true }, exposeHeadRoute: false },
    (request, reply) => answerDocument(engine, request, reply),
  )
}

function linkTo(
  app: FastifyInstance,
  engine: Engine,
  { path, resource, kind }: { path: string; resource: string; kind: DocumentPlace['kind'] },
): void {
  app.get<{ Params: { id: string } }>(path, async (request) => {
    const plan = planOf(engine, resource)
    const id = await idOf(engine, plan, request.params.id)
    const { pool } = engine.world.database
    const found = await findRecordJson(pool, plan, id, scopeOf(plan, 'read', request.caller))
    if (found === undefined) throw notFound()
    return { data: { url: await documentUrl(engine.world, { kind, id }) } }
  })
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
