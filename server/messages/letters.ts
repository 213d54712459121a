import { Readable } from 'node:stream'
import { staff } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Sql } from '../database/sql.ts'
import { empty, execute, many, maybeOne, one, sql } from '../database/sql.ts'
import { conflict, notFound } from '../errors.ts'
import { linkSeconds, signedUrl } from '../files/index.ts'
import { drawLetters, readLetterhead } from '../pdf/index.ts'
import { recordAudit } from '../rest/audit.ts'
import type { Engine } from '../rest/modules.ts'
import { write } from '../rest/register-resource.ts'
import { constraintOf } from '../rest/scope.ts'
import { sendWhole } from '../rest/whole-answers.ts'
import type { Writing } from '../rest/write.ts'
import { chosenMessages } from './chosen-messages.ts'
import { markPrinted } from './mark-printed.ts'
import { cancelSilenced } from './silence.ts'
import { isLetter, readLetters } from './read-letters.ts'

const variant = 'letters'
const path = '/letter_runs'

interface Link {
  Params: { id: string }
  Querystring: { e?: string; s?: string }
}

/**
 * `POST /letter_runs` stores the ids of the letters to print, so that `POST /letter_runs/:id/printed` marks exactly those as sent
 * and none that were written meanwhile. `GET /messages/letters` counts the letters to print.
 */
export function registerLetters(app: FastifyInstance, engine: Engine): void {
  app.get('/messages/letters', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const data = await one(
      engine.world.database.pool,
      sql`SELECT count(*)::int AS count, min(created_at) AS oldest FROM messages m WHERE ${isLetter} AND state = 'held'`,
      { count: 'integer', oldest: 'moment?' },
    )
    return { data }
  })
  app.post(path, (request, reply) => {
    constraintOf(staff(request.caller), request.caller)
    const which = chosenMessages(request)
    return write(engine, request, reply, async (writing) => ({
      status: 201,
      data: await beginRun(writing, which),
    }))
  })
  app.post<{ Params: { id: string } }>(`${path}/:id/printed`, (request, reply) => {
    constraintOf(staff(request.caller), request.caller)
    return write(engine, request, reply, async (writing) => ({
      status: 200,
      data: await endRun(writing, request.params.id),
    }))
  })
  app.get<Link>(
    `${path}/:id/${variant}`,
    { config: { open: true }, exposeHeadRoute: false },
    (request, reply) => answerLetters(engine, request, reply),
  )
}

/** Letters chosen by id may have been printed before; with `all`, only those that wait. Throws 409 without letters. */
async function beginRun({ db, world, caller }: Writing, which: Sql) {
  await cancelSilenced(
    { db, world },
    sql`m.channel = 'letter' AND m.id IN (SELECT id FROM messages WHERE ${which})`,
  )
  const waiting = which.values.length === 0 ? sql`AND m.state = 'held'` : empty
  const rows = await many(db, sql`SELECT m.id FROM messages m WHERE ${isLetter} ${waiting} AND ${which}`, {
    id: 'uuid',
  })
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) throw conflict('Não há cartas por imprimir.')
  const id = newId()
  await execute(
    db,
    sql`INSERT INTO letter_runs (id, created_by, message_ids) VALUES (${id}, ${caller.name}, ${ids}::uuid[])`,
  )
  const url = signedUrl(await world.secret('documents'), { id, variant }, world.clock(), `/api${path}`)
  return { id, count: ids.length, url }
}

/** Marks the letters of a run as sent, if they are still held. Safe to repeat. Throws 404 without a run. */
async function endRun(writing: Writing, id: string): Promise<{ count: number }> {
  const { db, world } = writing
  if (!isId(id)) throw notFound()
  const run = await maybeOne(
    db,
    sql`UPDATE letter_runs SET printed_at = coalesce(printed_at, ${world.clock()}) WHERE id = ${id} RETURNING message_ids AS ids`,
    { ids: 'uuid[]' },
  )
  if (!run) throw notFound()
  const printed = await markPrinted(writing, run.ids)
  await recordAudit(
    writing,
    printed.map((message) => ({ resource: 'messages', id: message, action: 'markPrinted', changes: [] })),
  )
  return { count: printed.length }
}

async function answerLetters(
  { world }: Engine,
  request: FastifyRequest<Link>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params
  if (!isId(id)) throw notFound()
  const secret = await world.secret('documents')
  if (linkSeconds(secret, { id, variant }, request.query, world.clock()) === 0) throw notFound()
  const run = await maybeOne(
    world.database.pool,
    sql`SELECT message_ids AS ids FROM letter_runs WHERE id = ${id}`,
    { ids: 'uuid[]' },
  )
  if (!run) throw notFound()
  return sendWhole(world, reply, {
    holder: { kind: 'link', id },
    open: async () => {
      const letterhead = await readLetterhead(world)
      void reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', 'inline; filename="cartas.pdf"')
      return Readable.from(drawLetters({ title: 'Cartas', letterhead }, readLetters(world, run.ids)))
    },
  })
}
