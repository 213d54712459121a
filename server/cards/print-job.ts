import type { CardLayout } from '@agremia/resources/card-layouts.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import type { RowOf } from '../database/sql.ts'
import { exists, many, maybeOne, raiseVersion, sql, textOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { inTransaction } from '../database/transaction.ts'
import type { WrittenFile } from '../files/index.ts'
import { expectContent, insertFileRow } from '../files/index.ts'
import type { Job } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { announce, isAnnounced } from '../messages/index.ts'
import { programName, recordAuditOfMany } from '../rest/audit.ts'
import { isUnderWay, updateWorkRecord, workOrFail } from '../rest/background-work.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'
import type { CardChoice } from './card-contents.ts'
import { readCards } from './card-contents.ts'
import { drawPages } from './documents.ts'
import type { CardToDraw } from './draw/draw-cards.ts'
import { printableSql } from './print-options.ts'
import type { World } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'

/** The variant of a batch's document in the file store; its file has the id of the batch. */
export const batchVariant = 'document'
/** Progress is written about this many times per batch. */
const progressUpdates = 40

const problem = 'O documento não pôde ser desenhado. Nenhum cartão mudou de estado: pode tentar outra vez.'

/** The work of the queue `cardPrints`: draws a batch (`id`), or sends the messages of a finished one (`tell`). */
export async function printCards(world: World, job: Job): Promise<void> {
  const { id, tell } = job.data
  if (tell) await notifyReady(world, tell)
  else if (id) await drawBatch(world, id, job)
}

type Batch = RowOf<typeof batchShape>
const batchShape = {
  ...idAndVersion,
  layout: textOf<CardLayout>(),
  ids: 'uuid[]',
  createdByName: 'text?',
} as const

/**
 * Draws a batch into its file. After a crash the next process draws it again and overwrites the file. The transaction that finishes
 * the batch also marks its cards as printed, so that neither happens without the other.
 */
async function drawBatch(world: World, id: string, job: Job): Promise<void> {
  const batch = await beginBatch(world, id)
  if (!batch) return
  const drawnIds: string[] = []
  await workOrFail(world, { resource: 'printBatches', id, problem }, async () => {
    const cards = readCounted(world, { id, batch, drawnIds, job })
    const pages = await drawPages(world, cards, batch.layout)
    const file = await world.files.write(id, batchVariant, pages)
    await finishBatch(world, { id, createdByName: batch.createdByName, drawnIds, file })
  })
}

/** Marks the batch as running; undefined when it is finished. */
async function beginBatch(world: World, id: string): Promise<Batch | undefined> {
  return updateWorkRecord(world, 'printBatches', async (db) => {
    const batch = await maybeOne(
      db,
      sql`UPDATE print_batches SET state = 'running', drawn = 0, ${raiseVersion()}
        WHERE id = ${id} AND ${isUnderWay} RETURNING id, version, layout, card_ids AS ids, created_by_name AS "createdByName"`,
      batchShape,
    )
    if (batch) await expectContent(db, world.clock, id)
    return batch
  })
}

interface Counting {
  id: string
  batch: Batch
  /** Receives the id of each card after it is drawn. */
  drawnIds: string[]
  job: Job
}

/** The cards of a batch that are still valid; writes the progress from time to time. */
async function* readCounted(
  world: World,
  { id, batch, drawnIds, job }: Counting,
): AsyncGenerator<CardToDraw> {
  const step = Math.max(10, Math.ceil(batch.ids.length / progressUpdates))
  const choice: CardChoice = {
    where: sql`c.id = ANY(${batch.ids}::uuid[]) AND ${printableSql}`,
    order: batch.layout === 'letter' ? 'post' : 'number',
  }
  for await (const card of readCards(world, choice)) {
    if (job.signal.aborted) throw new JobInterrupted()
    yield card
    drawnIds.push(card.id)
    if (drawnIds.length % step === 0) await saveProgress(world, id, drawnIds.length)
  }
}

async function saveProgress(world: World, id: string, drawn: number): Promise<void> {
  await updateWorkRecord(world, 'printBatches', (db) =>
    maybeOne(
      db,
      sql`UPDATE print_batches SET drawn = ${drawn}, ${raiseVersion()} WHERE id = ${id} RETURNING id, version`,
      idAndVersion,
    ),
  )
}

interface FinishedBatch {
  id: string
  createdByName: string | null
  drawnIds: string[]
  file: WrittenFile
}

async function finishBatch(world: World, finished: FinishedBatch): Promise<void> {
  const isEnabled = (await world.organisation.setting('cardsTellReady')) === 'true'
  await writeInTransaction(world, async (db, changes) => {
    changes.push(...(await markPrinted(db, world, finished)))
    if (changes.length > 0 && isEnabled)
      await world.jobs.add(db, 'cardPrints', [{ data: { tell: finished.id } }])
  })
}

/** Marks the batch as done and its cards as printed, if they still wait to be; all drawn cards get an audit event. */
async function markPrinted(
  db: Tx,
  world: World,
  { id, createdByName, drawnIds, file }: FinishedBatch,
): Promise<Change[]> {
  const isRunning = sql`SELECT FROM print_batches WHERE id = ${id} AND state = 'running' FOR NO KEY UPDATE`
  if (!(await exists(db, isRunning))) return []
  await insertFileRow(db, { id, mediaType: 'application/pdf', bytes: file.bytes, width: null, height: null })
  const batches = await many(
    db,
    sql`UPDATE print_batches SET state = 'done', count = ${drawnIds.length}, drawn = ${drawnIds.length}, file_id = id, file_hash = ${file.hash}, file_bytes = ${file.bytes}, finished_at = ${world.clock()},
             problem = NULL, ${raiseVersion()} WHERE id = ${id} RETURNING id, version`,
    idAndVersion,
  )
  const cards = await many(
    db,
    sql`UPDATE membership_cards SET status = 'printed', printed_at = ${world.clock()}, print_batch_id = ${id}, ${raiseVersion()}
           WHERE id = ANY(${drawnIds}::uuid[]) AND status = 'toPrint' RETURNING id, version`,
    idAndVersion,
  )
  await recordAuditOfMany(
    {
      db,
      address: null,
      caller: { id: null, name: createdByName ?? programName, role: 'editor', personId: null },
    },
    { resource: 'membershipCards', ids: drawnIds, action: 'printed' },
  )
  return [...changesOf('printBatches', 'updated', batches), ...changesOf('membershipCards', 'updated', cards)]
}

/** Messages written in one transaction. */
const batchSize = 50

/** Sends the message `cardReady` to the members of a print batch. Idempotent: a card gets the message once. */
async function notifyReady(world: World, batchId: string): Promise<void> {
  const date = formatDateLong(await world.organisation.today())
  for (;;) {
    const count = await inTransaction(world.database, async (db) => {
      if (!(await isAnnounced(db, 'cardReady'))) return 0
      const ready = await many(
        db,
        sql`SELECT c.id, m.person_id AS "personId" FROM membership_cards c JOIN members m ON m.id = c.member_id
               WHERE c.print_batch_id = ${batchId} AND c.status = 'printed' AND NOT EXISTS (
                 SELECT FROM messages t WHERE t.about_id = c.id::text AND t.about_resource = 'membershipCards' AND t.cause = 'cardReady')
               ORDER BY c.id LIMIT ${batchSize} FOR NO KEY UPDATE OF c`,
        { id: 'uuid', personId: 'uuid' },
      )
      for (const { id, personId } of ready) {
        await announce(
          { db, world },
          {
            event: 'cardReady',
            to: { personId },
            values: { data: date, ligacao: world.config.publicUrl },
            about: { resource: 'membershipCards', id },
          },
        )
      }
      return ready.length
    })
    if (count < batchSize) return
  }
}
