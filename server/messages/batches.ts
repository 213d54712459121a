import { counted } from '@agremia/resources/rules/plural.ts'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Caller } from '@agremia/resources/access.ts'
import { staffReaders, staffWriters } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { messageBatches } from '@agremia/resources/definitions/message-batches.ts'
import { oneOf } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { execute, inline, many, maybeOne, one, raiseVersion, sql, textOf } from '../database/sql.ts'
import { invalid, notFound } from '../errors.ts'
import { documentLimits } from '../limits.ts'
import { keepAttachment } from '../record-files/index.ts'
import { readLeftOutRequest, leftOutApi } from '../left-out.ts'
import { data, page, pageQuery, route, type WithId } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { readPageParameters, pageParameters, knownParameters } from '../rest/query-parameters.ts'
import { recordAudit } from '../rest/audit.ts'
import { selectedMembers, selectedRecords, selectionErrors } from '../rest/chosen-records.ts'
import type { ActionCall, HookContext, Hooks, World } from '../rest/modules.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import {
  batchPreviewShape,
  draftSchema,
  leftOutCandidates,
  previewCandidates,
  readDraft,
} from './batch-preview.ts'
import { isWaiting } from './message-changes.ts'
import type { Candidate } from './recipients.ts'
import {
  candidateColumns,
  candidateJoins,
  candidateOf,
  candidateShape,
  leftOutReasons,
} from './recipients.ts'
import { cancelMessages } from './release.ts'
import { normalizeTexts } from './templates.ts'
import type { FieldMessages } from '../errors.ts'

/** A new batch stores its recipients at once; its messages are composed in the background. Throws 422 without recipients. */
export const batchHooks: Hooks<typeof messageBatches> = {
  validate: async (context) => ({
    errors: {
      ...normalizeTexts(context),
      ...audienceProblems(context),
      ...(await attachmentProblems(context)),
    },
  }),
  async beforeSave(context) {
    const { set, caller, merged } = context
    set({ createdByName: caller.name })
    const { attachmentId } = merged
    if (attachmentId != null && !(await keepAttachment(context, String(attachmentId))))
      throw invalid({ attachmentId: ['Já não existe: escolha outro ficheiro.'] })
  },
  async afterSave(context) {
    const { db, world, id } = context
    const total = await storeAudience(context)
    if (total === 0) throw invalid({ audience: ['Não há ninguém a quem enviar.'] })
    await execute(db, sql`UPDATE message_batches SET total = ${total} WHERE id = ${id}`)
    await world.jobs.add(db, 'messageBatches', [{ data: { id } }])
  },
}

/** The validation errors of the field `attachmentId`: mail servers refuse large messages. */
async function attachmentProblems({
  db,
  merged,
}: HookContext<typeof messageBatches>): Promise<FieldMessages> {
  const id = merged.attachmentId
  if (id === null || id === undefined) return {}
  const file = await maybeOne(db, sql`SELECT bytes FROM record_files WHERE id = ${id}`, { bytes: 'integer' })
  if (!file) return { attachmentId: ['Este ficheiro já não existe: junte-o outra vez.'] }
  if (file.bytes <= documentLimits.attachedMegabytes * 1024 * 1024) return {}
  return {
    attachmentId: [
      `Um anexo pode ter até ${documentLimits.attachedMegabytes} MB: muitos servidores recusam emails maiores. Reduza o ficheiro.`,
    ],
  }
}

/** The validation errors of the field `audience`. */
function audienceProblems({
  world,
  merged,
  caller,
  today,
}: Pick<HookContext<typeof messageBatches>, 'world' | 'merged' | 'caller' | 'today'>): FieldMessages {
  const { audience } = merged
  if (audience === null || audience === undefined) return {}
  return selectionErrors(world, 'members', audience, { caller, today })
}

/** Stores the recipients of a batch, each person once. Returns their number. */
async function storeAudience({
  world,
  db,
  id,
  merged,
  caller,
  today,
}: HookContext<typeof messageBatches>): Promise<number> {
  const { from, where } = selectedRecords(world, 'members', merged.audience, { caller, today })
  return execute(
    db,
    sql`INSERT INTO message_batch_people (batch_id, person_id, member_id)
           SELECT DISTINCT ON (t.person_id) ${id}::uuid, t.person_id, t.id FROM ${from} WHERE ${where}
           ORDER BY t.person_id, t.end_date IS NULL DESC, t.id DESC`,
  )
}

/** Cancels a batch and its messages that were not sent yet. */
export async function cancelBatch(call: ActionCall<typeof messageBatches, 'cancel'>): Promise<undefined> {
  const { db, record, changes } = call
  const cancelled = await one(
    db,
    sql`UPDATE message_batches SET state = 'cancelled', ${raiseVersion()} WHERE id = ${record._id} RETURNING version`,
    { version: 'integer' },
  )
  await cancelMessages(call, sql`batch_id = ${record._id}`)
  changes.push({ resource: 'messageBatches', action: 'updated', id: record._id, version: cancelled.version })
  await recordAudit(call, [{ resource: 'messageBatches', id: record._id, action: 'cancel', changes: [] }])
  return undefined
}

/** What does not leave when a batch is cancelled, and what has left. */
export async function previewBatchCancellation({
  db,
  record,
}: ActionCall<typeof messageBatches, 'cancel'>): Promise<string[]> {
  const { stopped, sent } = await one(
    db,
    sql`SELECT count(*) FILTER (WHERE ${isWaiting('messages')})::integer AS stopped,
           count(*) FILTER (WHERE state = 'sent')::integer AS sent FROM messages WHERE batch_id = ${record._id}`,
    { stopped: 'integer', sent: 'integer' },
  )
  return [
    ...(stopped > 0 ? [`${counted(stopped, 'mensagem não chega', 'mensagens não chegam')} a sair.`] : []),
    ...(record.state === 'composing' ? ['As que ainda não estão escritas também não.'] : []),
    ...(sent > 0 ? [`${counted(sent, 'que já saiu não volta', 'que já saíram não voltam')} atrás.`] : []),
  ]
}

/**
 * The preview of an unsaved batch, and the people whom it leaves out for a reason; `GET /message_batches/:id/left_out`: those whom a
 * batch left out, with the reason.
 */
export function registerBatchRoutes(app: FastifyInstance, world: World): void {
  app.post('/message_batches/preview', route(previewApi), async (request) => {
    requireAccess(staffWriters(request.caller), request.caller)
    return { data: await previewBatch(world, bodyOf(request), request.caller) }
  })
  app.post('/message_batches/left_out', route(leftOutOfDraftApi), async (request) => {
    const { input, ...asked } = readLeftOutRequest(request, leftOutReasons)
    const { draft, people } = await readBatch(world, input, request.caller)
    return leftOutCandidates(draft, people, asked)
  })
  const options = route(leftOutOfBatchApi)
  app.get<WithId>('/message_batches/:id/left_out', options, (request) => leftOut(world, request))
}

async function leftOut(world: World, request: FastifyRequest<WithId>) {
  requireAccess(staffReaders(request.caller), request.caller)
  const { id } = request.params
  const requested = readPageParameters(knownParameters(request, pageParameters))
  if (!isId(id)) throw notFound()
  const { pool } = world.database
  const people = sql`FROM message_batch_people b JOIN people p ON p.id = b.person_id WHERE b.batch_id = ${id} AND b.outcome <> 'message'`
  const rows = await many(
    pool,
    sql`SELECT b.member_id AS "memberId", p.name, b.outcome AS reason ${people} ORDER BY b.outcome, p.name, p.id LIMIT ${requested.sqlLimit} OFFSET ${requested.offset}`,
    { memberId: 'uuid', name: 'text', reason: textOf<keyof typeof leftOutReasons>() },
  )
  const counted = await maybeOne(pool, sql`SELECT count(*)::int AS total ${people}`, { total: 'integer' })

  return {
    data: rows.map((row) => ({ ...row, reasonLabel: leftOutReasons[row.reason] })),
    meta: { total: counted?.total ?? 0, page: requested.page, limit: requested.limit },
  }
}

const previewApi: Api = {
  name: 'previewMessageBatch',
  summary: 'Prever um envio',
  body: (context) => draftSchema(messageBatches, names, context),
  answers: { 200: data(batchPreviewShape) },
  refuses: [422],
}
const leftOutOfDraftApi: Api = {
  ...leftOutApi(leftOutReasons, (context) => draftSchema(messageBatches, names, context)),
  name: 'listLeftOutOfMessageBatch',
  summary: 'Listar quem fica fora de um envio por um motivo',
}
const leftOutShape = { memberId: 'uuid', name: 'text', reason: oneOf(Object.keys(leftOutReasons)) } as const
const leftOutOfBatchApi: Api = {
  name: 'listLeftOutMembers',
  summary: 'Listar quem ficou fora de um envio',
  query: pageQuery,
  answers: { 200: page({ ...leftOutShape, reasonLabel: 'text' }) },
}

/** Candidates read in one statement; between statements other requests are served. */
const batchSize = 500

const names = ['kind', 'channel', 'oncePer', 'subject', 'body', 'smsText', 'audience']

/** The preview of an unsaved batch (see `previewCandidates`). Throws 422 by field. */
async function previewBatch(world: World, input: Record<string, unknown>, caller: Caller) {
  const { organisation } = world
  const { draft, people, today } = await readBatch(world, input, caller)
  const context = {
    settings: await organisation.settings(),
    terminology: await organisation.terminology(),
    today,
  }
  return previewCandidates(context, draft, people)
}

/** An unsaved batch and its candidates. Throws 422 by field. */
async function readBatch(world: World, input: Record<string, unknown>, caller: Caller) {
  const today = await world.organisation.today()
  const definition = messageBatches
  const draft = readDraft(definition, names, { given: input, today }, (merged) =>
    audienceProblems({ world, merged, caller, today }),
  )
  draft.membersOn = today
  return { draft, people: candidates(world, { audience: draft.audience }, caller, today), today }
}

/** The people of the audience, each once, by member number. */
export async function* candidates(
  world: World,
  { audience, recordsOf = 'members' }: { audience: unknown; recordsOf?: string },
  caller: Caller,
  today: string,
): AsyncGenerator<Candidate> {
  const { pool } = world.database
  const { from, where } = selectedMembers(world, recordsOf, audience, { caller, today })
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
