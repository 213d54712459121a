import type { SomeStoredOf } from '@agremia/resources/define-resource.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { isWithheldFrom, staffReaders } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Querying } from '../database/querying.ts'
import { execute, many, maybeOne, one, raiseVersion, sql } from '../database/sql.ts'
import { conflict, notFound } from '../errors.ts'
import { rejectProtected } from '../protected.ts'
import { discardFiles } from '../files/index.ts'
import type { DocumentLink } from '../pdf/index.ts'
import { asPdf, checkDocumentLink, documentLink, linkOptions } from '../pdf/index.ts'
import { data, linkShape, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit, recordAuditOfMany } from '../rest/audit.ts'
import { isUnderWay, retryIn } from '../rest/background-work.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import { selectionErrors, selectedRecords } from '../rest/chosen-records.ts'
import type { ActionCall, ActionPreview, HookContext, Hooks, World } from '../rest/modules.ts'
import { protectedIds } from '../rest/plan.ts'
import { requireAccess } from '../rest/scope.ts'
import { batchVariant } from './print-job.ts'
import { conditionOf, printableSql } from './print-options.ts'
import type { printBatches } from '@agremia/resources/definitions/print-batches.ts'

/** A new batch stores the ids of its cards and is drawn in the background. Throws 409 without cards, or when another batch draws them. */
export const printBatchHooks: Hooks<typeof printBatches> = {
  async validate({ world, merged, caller, today, before }) {
    if (before || merged.cardSet !== 'selecao') return undefined
    return {
      errors: selectionErrors(world, 'membershipCards', merged.chosen, {
        caller,
        today,
        field: 'chosen',
      }),
    }
  },
  async beforeSave(context) {
    const { db, before, merged, caller, today } = context
    if (before) return
    await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.cardPrinting})`)
    const ids = await findCards(context)
    if (ids.length === 0) throw conflict(emptySetMessage(merged.cardSet))
    await refuseOverlap(context, ids)
    const withLetters = merged.includeLetters === true || merged.layout === 'letter'
    const values: SomeStoredOf<typeof printBatches.fields> = {
      date: today,
      count: ids.length,
      createdByName: caller.name,
      includeLetters: withLetters,
      ...(withLetters && { layout: 'letter' }),
      // Only this set is checked and used with it.
      ...(merged.cardSet !== 'selecao' && { chosen: null }),
    }
    context.set(values, { card_ids: ids })
  },
  async afterSave({ db, world, id, before }) {
    if (!before) await world.jobs.add(db, 'cardPrints', [{ data: { id } }])
  },
}

function emptySetMessage(set: unknown): string {
  return set === 'selecao'
    ? 'Nenhum dos cartões escolhidos se imprime: são digitais ou já não contam.'
    : 'Não há cartões para imprimir.'
}

async function findCards({
  world,
  db,
  merged,
  caller,
  today,
}: HookContext<typeof printBatches>): Promise<string[]> {
  // Cards have the photo, and letters the address.
  const mayPrint = isWithheldFrom(caller) ? sql`c.member_id NOT IN (${protectedIds('members')})` : sql`true`
  if (merged.cardSet === 'selecao') {
    const { from, where } = selectedRecords(world, 'membershipCards', merged.chosen, {
      caller,
      today,
      field: 'chosen',
    })
    const rows = await many(
      db,
      sql`SELECT c.id FROM membership_cards c WHERE ${printableSql} AND ${mayPrint} AND c.id IN (SELECT t.id FROM ${from} WHERE ${where})`,
      { id: 'uuid' },
    )
    return rows.map(({ id }) => id)
  }
  const rows = await many(
    db,
    sql`SELECT c.id FROM membership_cards c WHERE ${conditionOf(merged.cardSet!)} AND ${mayPrint}`,
    { id: 'uuid' },
  )
  return rows.map(({ id }) => id)
}

async function refuseOverlap(
  { db }: Pick<HookContext<typeof printBatches>, 'db'>,
  ids: string[],
): Promise<void> {
  const overlap = await maybeOne(
    db,
    sql`SELECT b.batch_number AS number, b.created_by_name AS name FROM print_batches b
           WHERE ${isUnderWay} AND EXISTS (
             SELECT FROM unnest(b.card_ids) x (id) JOIN unnest(${ids}::uuid[]) y (id) ON x.id = y.id) LIMIT 1`,
    { number: 'integer', name: 'text' },
  )
  if (overlap)
    throw conflict(
      `O lote n.º ${overlap.number}, pedido por ${overlap.name}, ainda está a ser desenhado e tem cartões destes: espere que acabe.`,
    )
}

const drawAgain = retryIn('cardPrints', 'printBatches')

/** Draws a batch that failed again. Throws 409 when another batch has its cards since. */
export async function retryBatch(call: ActionCall<typeof printBatches, 'retry'>): Promise<unknown> {
  const { db, record } = call
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.cardPrinting})`)
  const { ids, other } = await one(
    db,
    sql`SELECT card_ids AS ids, (SELECT min(o.batch_number) FROM membership_cards c JOIN print_batches o ON o.id = c.print_batch_id
          WHERE c.id = ANY(b.card_ids) AND o.created_at > b.created_at) AS other FROM print_batches b WHERE id = ${record._id}`,
    { ids: 'uuid[]', other: 'integer?' },
  )
  await refuseOverlap(call, ids)
  if (other !== null)
    throw conflict(`O lote n.º ${other} já imprimiu cartões destes: faça um lote novo com os que faltam.`)
  return drawAgain(call)
}

/** Undoes a batch after a bad print: its cards that were not delivered meanwhile are to be printed again. */
export async function undoBatch(call: ActionCall<typeof printBatches, 'undo'>): Promise<undefined> {
  const { db, record, changes } = call
  const cards = await many(
    db,
    sql`UPDATE membership_cards SET status = 'toPrint', printed_at = NULL, print_batch_id = NULL, ${raiseVersion()}
           WHERE print_batch_id = ${record._id} AND status = 'printed' RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('membershipCards', 'updated', cards))
  const rows = await many(
    db,
    sql`UPDATE print_batches SET state = 'undone', problem = NULL, ${raiseVersion()} WHERE id = ${record._id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('printBatches', 'updated', rows))
  const state = { field: 'state', from: record.state, to: 'undone' }
  await recordAudit(call, [{ resource: 'printBatches', id: record._id, action: 'undo', changes: [state] }])
  const ids = cards.map(({ id }) => id)
  await recordAuditOfMany(call, { resource: 'membershipCards', ids, action: 'reprint' })
  return undefined
}

/** How many cards of a batch are to be printed again, and how many stay as they are. Throws 409 when none would change. */
export const previewBatchUndo: ActionPreview<typeof printBatches, 'undo'> = async (
  { record, changes },
  perform,
) => {
  await perform()
  const [changed, all] = [
    changes.filter(({ resource }) => resource === 'membershipCards').length,
    record.count,
  ]
  const cards = (count: number) => counted(count, 'cartão', 'cartões')
  if (changed === 0) throw conflict(`Já foram todos enviados, entregues ou substituídos: ${cards(all)}.`)
  const kept = all - changed
  return [
    `Dos ${cards(all)}, ${changed === 1 ? 'volta 1' : `voltam ${changed}`} a ficar por imprimir.`,
    ...(kept > 0
      ? [
          `${counted(kept, 'já enviado ou entregue fica como está', 'já enviados ou entregues ficam como estão')}.`,
        ]
      : []),
  ]
}

/** Days after which the document of a batch is deleted, since it holds personal data. */
const retentionDays = 30
const variant = 'file'
const path = '/print_batches'

type FileLink = DocumentLink<{ id: string }>

const documentApi: Api = {
  name: 'readPrintBatchDocument',
  summary: 'Ler a ligação para o PDF de um lote',
  answers: { 200: data(linkShape) },
  refuses: [409],
}
const fileApi = { name: 'readPrintBatchFile', summary: 'Ler o PDF de um lote' }

/** `GET /print_batches/:id/document` answers a signed link for the staff, and `GET /print_batches/:id/file` the PDF of the link. */
export function printDocumentRoutes(app: FastifyInstance, world: World): void {
  app.get<Pick<FileLink, 'Params'>>(`${path}/:id/document`, route(documentApi), async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    const { id } = request.params
    if (!(await findBatch(world, id)).hasFile)
      throw conflict('O documento ainda não está pronto, ou já foi apagado: imprima os cartões outra vez.')
    const holders = sql`SELECT c.member_id FROM print_batches b JOIN membership_cards c ON c.id = ANY(b.card_ids) WHERE b.id = ${id}`
    await rejectProtected(world.database.pool, request.caller, holders)
    return { data: { url: await documentLink(world, path, { id, variant }) } }
  })
  app.get<FileLink>(`${path}/:id/${variant}`, linkOptions(fileApi), (request, reply) =>
    answerFile(world, request, reply),
  )
}

async function findBatch(world: World, id: string): Promise<{ number: number; hasFile: boolean }> {
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
  world: World,
  request: FastifyRequest<FileLink>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params
  await checkDocumentLink(world, request.query, { id, variant })
  const { number, hasFile } = await findBatch(world, id)
  const content = hasFile ? await world.files.read(id, batchVariant) : undefined
  if (!content) throw notFound()
  return asPdf(reply, `Cartões lote ${number}`).send(content)
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
