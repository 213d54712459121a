import type { Caller } from '@agremia/resources/access.ts'
import { staff } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inline, many, maybeOne, sql, textOf } from '../database/sql.ts'
import { badRequest, notFound } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { constraintOf } from '../rest/scope.ts'
import type { Candidate } from './eligible.ts'
import { candidateColumns, candidateJoins, candidateOf, candidateShape, leftOutReasons } from './eligible.ts'
import { askedPage, pageParameters } from '../rest/asked-page.ts'
import { knownParameters } from '../rest/known-parameters.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { messageBatches } from '@agremia/resources/definitions/message-batches.ts'
import { setImmediate as breathe } from 'node:timers/promises'
import { chosenRecords } from '../rest/chosen-records.ts'
import { audienceProblems } from './batches.ts'
import { previewCandidates, readDraft } from './batch-preview.ts'

/** `POST /message_batches/preview`, and `GET /message_batches/:id/left_out`: the people left out with the reason, in pages. */
export function registerBatchRoutes(app: FastifyInstance, engine: Engine): void {
  app.post('/message_batches/preview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const { body } = request
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw badRequest('O pedido tem de trazer um objeto JSON.')
    return { data: await previewBatch(engine, body as Record<string, unknown>, request.caller) }
  })
  app.get<{ Params: { id: string } }>('/message_batches/:id/left_out', (request) => leftOut(engine, request))
}

async function leftOut({ world }: Engine, request: FastifyRequest<{ Params: { id: string } }>) {
  constraintOf(staff(request.caller), request.caller)
  const { id } = request.params
  const requested = askedPage(knownParameters(request, pageParameters))
  if (!isId(id)) throw notFound()
  const { pool } = world.database
  const people = sql`FROM message_batch_people b JOIN people p ON p.id = b.person_id WHERE b.batch_id = ${id} AND b.outcome <> 'message'`
  const rows = await many(
    pool,
    sql`SELECT b.member_id AS "memberId", p.name, b.outcome AS reason ${people} ORDER BY b.outcome, p.name, p.id LIMIT ${requested.most} OFFSET ${requested.offset}`,
    { memberId: 'uuid', name: 'text', reason: textOf<keyof typeof leftOutReasons>() },
  )
  const counted = await maybeOne(pool, sql`SELECT count(*)::int AS total ${people}`, { total: 'integer' })

  return {
    data: rows.map((row) => ({ ...row, reasonLabel: leftOutReasons[row.reason] })),
    meta: { total: counted?.total ?? 0, page: requested.page, limit: requested.limit },
  }
}

/** Candidates read in one statement; between statements other requests are served. */
const batchSize = 500

const names = ['kind', 'channel', 'subject', 'body', 'smsText', 'audience']

/** The preview of an unsaved batch (see `previewCandidates`). Throws 422 by field. */
async function previewBatch(engine: Engine, input: Record<string, unknown>, caller: Caller) {
  const { organisation } = engine.world
  const today = await organisation.today()
  const definition = messageBatches as unknown as Definition
  const draft = readDraft(definition, names, { given: input, today }, (merged) =>
    audienceProblems({ engine, merged, caller, today }),
  )
  const context = {
    settings: await organisation.settings(),
    terminology: await organisation.terminology(),
    today,
  }
  return previewCandidates(context, draft, candidates(engine, draft.audience, caller, today))
}

/** The people of the audience, each once, by member number. */
async function* candidates(
  engine: Engine,
  audience: unknown,
  caller: Caller,
  today: string,
): AsyncGenerator<Candidate> {
  const { pool } = engine.world.database
  const { from, where } = chosenRecords(engine, 'members', audience, { caller, today })
  for (let lastNumber = 0; ;) {
    const rows = await many(
      pool,
      sql`
      WITH chosen AS (
        SELECT DISTINCT ON (t.person_id) t.id FROM ${from} WHERE ${where}
        ORDER BY t.person_id, t.end_date IS NULL DESC, t.id DESC)
      SELECT ${candidateColumns} FROM chosen JOIN members m ON m.id = chosen.id ${candidateJoins}
      WHERE m.member_number > ${lastNumber} ORDER BY m.member_number LIMIT ${inline(batchSize)}`,
      candidateShape,
    )
    for (const row of rows) yield candidateOf(row)
    if (rows.length < batchSize) return
    lastNumber = rows.at(-1)?.member_number ?? lastNumber
    await breathe()
  }
}
