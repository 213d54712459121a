import { Readable } from 'node:stream'
import type { Caller } from '@agremia/resources/access.ts'
import { isWithheldFrom, staffReaders, staffWriters } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { formatDateLong, todayIn } from '@agremia/resources/rules/dates.ts'
import { envelopeLines } from '@agremia/resources/rules/postal-address.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import type { RowOf, Sql } from '../database/sql.ts'
import { execute, jsonOf, many, maybeOne, nullable, one, raiseVersion, sql } from '../database/sql.ts'
import { conflict, notFound } from '../errors.ts'
import type { DocumentLink, Letter } from '../pdf/index.ts'
import {
  asPdf,
  checkDocumentLink,
  documentLink,
  drawLetters,
  linkOptions,
  readLetterhead,
} from '../pdf/index.ts'
import { data, linkShape, route, type WithId } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import type { ActionCall, Context, World } from '../rest/modules.ts'
import { protectedIds } from '../rest/plan.ts'
import { write } from '../rest/write-request.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import { sendWhole } from '../rest/whole-answers.ts'
import type { Frame } from './compose.ts'
import { composeWaiting, prepareWaiting } from './composition.ts'
import { notifyBatches, recordAttempts } from './message-changes.ts'
import { chosenMessages, chosenShape, waitingShape } from './release.ts'
import { addresseeColumns, addresseeShape, postalOrder } from '../addressee.ts'
import { cancelSilenced } from './cancel-silenced.ts'
import type { messages } from '@agremia/resources/definitions/messages.ts'

const variant = 'letters'
const path = '/letter_runs'

const tag = 'Mensagens'
const waitingApi: Api = {
  name: 'countLetters',
  summary: 'Contar as cartas por imprimir',
  answers: { 200: data(waitingShape) },
}
const runApi: Api = {
  name: 'createLetterRun',
  summary: 'Juntar cartas para imprimir',
  tag,
  body: chosenShape,
  answers: { 201: data({ id: 'uuid', count: 'integer', ...linkShape }) },
  idempotent: true,
}
const printedApi: Api = {
  name: 'markLettersPrinted',
  summary: 'Dar as cartas de uma impressão por enviadas',
  tag,
  answers: { 200: data({ count: 'integer' }) },
  idempotent: true,
}
const lettersApi = { name: 'drawLetters', summary: 'Ler o PDF das cartas de uma impressão', tag }

type LettersLink = DocumentLink<{ id: string }>

/**
 * `POST /letter_runs` stores the ids of the letters to print, so that `POST /letter_runs/:id/printed` marks exactly those as sent
 * and none that were written meanwhile. `GET /messages/letters` counts the letters to print.
 */
export function registerLetters(app: FastifyInstance, world: World): void {
  app.get('/messages/letters', route(waitingApi), async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    const data = await one(
      world.database.pool,
      sql`SELECT count(*)::int AS count, min(created_at) AS oldest FROM messages m
          WHERE ${isLetter} AND ${isToPrint} AND ${mayPrint(request.caller)}`,
      waitingShape,
    )
    return { data }
  })
  app.post(path, route(runApi), async (request, reply) => {
    requireAccess(staffWriters(request.caller), request.caller)
    const which = chosenMessages(request)
    await prepareWaiting(world, chosenLetters(which))
    const areNamed = bodyOf(request)['ids'] !== undefined
    return write(world, request, reply, async (writing) => ({
      status: 201,
      data: await beginRun(writing, areNamed ? which : sql`${isToPrint} AND ${which}`),
    }))
  })
  app.post<WithId>(`${path}/:id/printed`, route(printedApi), (request, reply) => {
    requireAccess(staffWriters(request.caller), request.caller)
    return write(world, request, reply, async (writing) => ({
      status: 200,
      data: await endRun(writing, request.params.id),
    }))
  })
  app.get<LettersLink>(`${path}/:id/${variant}`, linkOptions(lettersApi), (request, reply) =>
    answerLetters(world, request, reply),
  )
}

const chosenLetters = (which: Sql) =>
  sql`m.channel = 'letter' AND m.id IN (SELECT id FROM messages WHERE ${which})`

/**
 * Prints the chosen letters. Those that were printed before stay as they were; the others are composed from current data. Throws 409
 * without letters.
 */
async function beginRun(writing: Context, which: Sql) {
  const { db, world, caller } = writing
  await cancelSilenced({ db, world }, chosenLetters(which))
  await composeWaiting(writing, chosenLetters(which))
  const rows = await many(
    db,
    sql`SELECT m.id FROM messages m WHERE ${isLetter} AND ${which} AND ${mayPrint(caller)}`,
    {
      id: 'uuid',
    },
  )
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) throw conflict('Não há cartas por imprimir.')
  const id = newId()
  await execute(
    db,
    sql`INSERT INTO letter_runs (id, created_by, message_ids) VALUES (${id}, ${caller.name}, ${ids}::uuid[])`,
  )
  const url = await documentLink(world, path, { id, variant })
  return { id, count: ids.length, url }
}

/** Marks the letters of a run as sent, if they still wait for that. Safe to repeat. Throws 404 without a run. */
async function endRun(writing: Context, id: string): Promise<{ count: number }> {
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
  world: World,
  request: FastifyRequest<LettersLink>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params
  if (!isId(id)) throw notFound()
  await checkDocumentLink(world, request.query, { id, variant })
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
      void asPdf(reply, 'Cartas')
      return Readable.from(drawLetters({ title: 'Cartas', letterhead }, readLetters(world, run.ids)))
    },
  })
}

type LetterContext = Pick<Context, 'db' | 'world' | 'caller' | 'changes' | 'settings'>

/** Marks letters to print as sent, as they were printed. Returns their ids; letters in another state do not change. */
export async function markPrinted(context: LetterContext, ids: readonly string[]): Promise<string[]> {
  const { db, world, caller, changes } = context
  const printed = await many(
    db,
    sql`UPDATE messages SET state = 'sent', reason = NULL, last_error = NULL, sent_at = ${world.clock()}, ${raiseVersion()}
           WHERE id = ANY(${ids}::uuid[]) AND state = 'toPrint' RETURNING id, version, batch_id`,
    { id: 'uuid', version: 'integer', batch_id: 'uuid?' },
  )
  await recordAttempts(
    { db, world },
    printed.map(({ id }) => ({ messageId: id, outcome: 'printed', by: caller.name })),
  )
  await notifyBatches(
    db,
    printed.map(({ batch_id }) => batch_id),
  )
  for (const { id, version } of printed)
    changes.push({ resource: 'messages', action: 'updated', id, version })
  if (printed.length > 0) changes.push({ resource: 'messageAttempts', action: 'created', id: '', version: 0 })
  return printed.map(({ id }) => id)
}

/** Marks one letter as printed. */
export async function markOnePrinted(call: ActionCall<typeof messages, 'markPrinted'>): Promise<undefined> {
  const { _id: id } = call.record
  await markPrinted(call, [id])
  await recordAudit(call, [{ resource: 'messages', id, action: 'markPrinted', changes: [] }])
  return undefined
}

/** Letters read in one statement, so that memory does not grow with their number. */
const batchSize = 100

type LetterRow = RowOf<typeof letterShape>
const letterShape = {
  ...addresseeShape,
  /** Of everybody whom it is for. */
  names: 'text',
  subject: 'text',
  text: 'text',
  frames: nullable(jsonOf<Frame[]>()),
  writtenAt: 'moment',
} as const

/** Streams letters sorted for the post: Portugal first, then by country, postal code, address and member number. */
async function* readLetters(world: World, ids: readonly string[]): AsyncGenerator<Letter> {
  const { pool } = world.database
  const { timeZone } = await world.organisation.settings()
  const ordered = await many(
    pool,
    sql`SELECT m.id FROM messages m JOIN people p ON p.id = m.person_id
           LEFT JOIN LATERAL (SELECT min(member_number) AS number FROM members WHERE person_id = p.id) n ON true
           WHERE m.id = ANY(${ids}::uuid[]) AND ${isLetter}
           ORDER BY ${postalOrder}, n.number, m.id`,
    { id: 'uuid' },
  )
  for (let from = 0; from < ordered.length; from += batchSize) {
    const rows = await many(
      pool,
      sql`SELECT ${addresseeColumns}, CASE WHEN m.shared_with IS NULL THEN p.name ELSE m.recipient_name END AS names, m.subject,
               m.body_text AS text, m.frames, coalesce(m.composed_at, m.created_at) AS "writtenAt"
             FROM unnest(${ordered.slice(from, from + batchSize).map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS page (id, place) JOIN messages m ON m.id = page.id
               JOIN people p ON p.id = m.person_id ORDER BY page.place`,
      letterShape,
    )
    for (const row of rows) yield letterOf(row, timeZone)
  }
}

/** Condition on `m`: only administrators print the addresses of protected people. */
const mayPrint = (caller: Caller) =>
  isWithheldFrom(caller) ? sql`coalesce(m.person_id NOT IN (${protectedIds()}), true)` : sql`true`

/** Condition on `m`: letters that wait for the printer or were printed, and whose content was not deleted. */
const isLetter = sql`m.channel = 'letter' AND m.state IN ('toPrint', 'sent') AND m.body_text <> ''`
const isToPrint = sql`m.state = 'toPrint'`

function letterOf(row: LetterRow, timeZone: string): Letter {
  const { names, subject, text, frames, writtenAt } = row
  return {
    address: envelopeLines({ ...row, name: names }),
    date: formatDateLong(todayIn(timeZone, writtenAt)),
    subject,
    text,
    frames: frames ?? [],
  }
}
