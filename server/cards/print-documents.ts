import { staff } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Querying } from '../database/querying.ts'
import { many, maybeOne, sql } from '../database/sql.ts'
import { conflict, notFound } from '../errors.ts'
import { discardFiles, linkSeconds, signedUrl } from '../files/index.ts'
import type { Engine } from '../rest/modules.ts'
import { constraintOf } from '../rest/scope.ts'
import { batchVariant } from './print-job.ts'

/** Days after which the document of a batch is deleted, since it holds personal data. */
const retentionDays = 30
const variant = 'file'
const path = '/print_batches'

interface Link {
  Params: { id: string }
  Querystring: { e?: string; s?: string }
}

/** `GET /print_batches/:id/document` answers a signed link for the staff, and `GET /print_batches/:id/file` the PDF of the link. */
export function printDocumentRoutes(app: FastifyInstance, engine: Engine): void {
  const { world } = engine
  app.get<Pick<Link, 'Params'>>(`${path}/:id/document`, async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const { id } = request.params
    if (!(await findBatch(engine, id)).hasFile)
      throw conflict('O documento ainda não está pronto, ou já foi apagado: imprima os cartões outra vez.')
    return {
      data: {
        url: signedUrl(await world.secret('documents'), { id, variant }, world.clock(), `/api${path}`),
      },
    }
  })
  app.get<Link>(
    `${path}/:id/${variant}`,
    { config: { open: true }, exposeHeadRoute: false },
    (request, reply) => answerFile(engine, request, reply),
  )
}

async function findBatch({ world }: Engine, id: string): Promise<{ number: number; hasFile: boolean }> {
  if (!isId(id)) throw notFound()
  const batch = await maybeOne(
    world.database.pool,
    sql`SELECT batch_number AS number, file_id IS NOT NULL AS "hasFile" FROM print_batches WHERE id = ${id}`,
    { number: 'integer', hasFile: 'boolean' },
  )
  if (!batch) throw notFound()
  return batch
}

async function answerFile(
  engine: Engine,
  request: FastifyRequest<Link>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { world } = engine
  const { id } = request.params
  const secret = await world.secret('documents')
  if (linkSeconds(secret, { id, variant }, request.query, world.clock()) === 0) throw notFound()
  const { number, hasFile } = await findBatch(engine, id)
  const content = hasFile ? await world.files.read(id, batchVariant) : undefined
  if (!content) throw notFound()
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `inline; filename="cartoes-lote-${number}.pdf"`)
    .send(content)
}

/** Daily work: deletes documents older than 30 days; their batches stay. */
export async function deleteOldDocuments(db: Querying, today: string): Promise<void> {
  const rows = await many(
    db,
    sql`SELECT file_id AS id FROM print_batches WHERE file_id IS NOT NULL AND date < ${addDays(today, -retentionDays)}::date`,
    { id: 'uuid' },
  )
  await discardFiles(
    db,
    rows.map(({ id }) => id),
  )
}
