import type { CardLayout } from '@agremia/resources/card-layouts.ts'
import type { World } from '../context.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, many, maybeOne, raiseVersion, sql, textOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import type { WrittenFile } from '../files/index.ts'
import type { Job } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { isUnderWay, updateWorkRecord, workOrFail } from '../rest/background-work.ts'
import { recordSameAudit } from '../rest/audit.ts'
import type { Change } from '../rest/changes.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'
import type { Engine } from '../rest/modules.ts'
import type { CardChoice } from './card-contents.ts'
import { readCards } from './card-contents.ts'
import { printableSql } from './card-sets.ts'
import { drawPages } from './documents.ts'
import type { CardToDraw } from './draw/draw-cards.ts'
import { tellReady } from './tell-ready.ts'

/** The variant under which the document of a batch is kept; the file has the id of its batch. */
export const batchVariant = 'document'
/** How far it got is told about so many times. */
const tellings = 40

const problem = 'O documento não pôde ser desenhado. Nenhum cartão mudou de estado: pode tentar outra vez.'

/** The work of the queue: a document to be drawn, or the people of one that is ready to be told. */
export async function printCards(engine: Engine, job: Job): Promise<void> {
  const { id, tell } = job.data
  if (tell) await tellReady(engine, tell)
  else if (id) await drawBatch(engine, id, job)
}

type Batch = RowOf<typeof batchShape>
const batchShape = {
  ...idAndVersion,
  layout: textOf<CardLayout>(),
  ids: 'uuid[]',
  /** Who asked for it. */
  createdByName: 'text?',
} as const

/**
 * Draws a batch into its file, once, whatever happens to the process meanwhile: what was drawn by one that died is drawn again
 * over it. The cards change their state in the transaction that makes the batch ready.
 */
async function drawBatch({ world }: Engine, id: string, job: Job): Promise<void> {
  const batch = await beginBatch(world, id)
  if (!batch) return
  const drawn: string[] = []
  await workOrFail(world, { resource: 'printBatches', id, problem }, async () => {
    const cards = counted(world, { id, batch, drawn, job })
    const pages = await drawPages(world, cards, batch.layout)
    const file = await world.files.write(id, batchVariant, pages)
    await finishBatch(world, { id, createdByName: batch.createdByName, drawn, file })
  })
}

/** Says that the batch is under way; undefined when it was made already. */
async function beginBatch(world: World, id: string): Promise<Batch | undefined> {
  return updateWorkRecord(world, 'printBatches', (db) =>
    maybeOne(
      db,
      sql`UPDATE print_batches SET state = 'running', drawn = 0, ${raiseVersion()}
        WHERE id = ${id} AND ${isUnderWay} RETURNING id, version, layout, card_ids AS ids, created_by_name AS "createdByName"`,
      batchShape,
    ),
  )
}

interface Counting {
  id: string
  batch: Batch
  /** Gets the ids of those that are drawn. */
  drawn: string[]
  job: Job
}

/** The cards of a batch that still count, telling now and then how far it got. */
async function* counted(world: World, { id, batch, drawn, job }: Counting): AsyncGenerator<CardToDraw> {
  const step = Math.max(10, Math.ceil(batch.ids.length / tellings))
  const choice: CardChoice = {
    where: sql`c.id = ANY(${batch.ids}::uuid[]) AND ${printableSql}`,
    order: batch.layout === 'letter' ? 'post' : 'number',
  }
  for await (const card of readCards(world, choice)) {
    if (job.signal.aborted) throw new JobInterrupted()
    yield card
    drawn.push(card.id)
    if (drawn.length % step === 0) await noteProgress(world, id, drawn.length)
  }
}

async function noteProgress(world: World, id: string, drawn: number): Promise<void> {
  await updateWorkRecord(world, 'printBatches', (db) =>
    maybeOne(
      db,
      sql`UPDATE print_batches SET drawn = ${drawn}, ${raiseVersion()} WHERE id = ${id} RETURNING id, version`,
      idAndVersion,
    ),
  )
}

interface Finished {
  id: string
  createdByName: string | null
  drawn: string[]
  file: WrittenFile
}

async function finishBatch(world: World, finished: Finished): Promise<void> {
  const tells = (await world.organisation.setting('cardsTellReady')) === 'true'
  await writeInTransaction(world, async (db, changes) => {
    changes.push(...(await markPrinted(db, world, finished)))
    if (changes.length > 0 && tells) await world.jobs.add(db, 'cardPrints', [{ data: { tell: finished.id } }])
  })
}

/** The batch is ready and its cards are printed, those that still waited for it; all that were drawn have it in their history. */
async function markPrinted(
  db: Tx,
  world: World,
  { id, createdByName, drawn, file }: Finished,
): Promise<Change[]> {
  await execute(
    db,
    sql`INSERT INTO stored_files (id, media_type, bytes) VALUES (${id}, 'application/pdf', ${file.bytes})
           ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes`,
  )
  const batches = await many(
    db,
    sql`UPDATE print_batches SET state = 'done', count = ${drawn.length}, drawn = ${drawn.length}, file_id = id, file_hash = ${file.hash}, file_bytes = ${file.bytes}, finished_at = ${world.clock()},
             problem = NULL, ${raiseVersion()} WHERE id = ${id} AND state = 'running' RETURNING id, version`,
    idAndVersion,
  )
  if (batches.length === 0) return []
  const cards = await many(
    db,
    sql`UPDATE membership_cards SET status = 'printed', printed_at = ${world.clock()}, print_batch_id = ${id}, ${raiseVersion()}
           WHERE id = ANY(${drawn}::uuid[]) AND status = 'toPrint' RETURNING id, version`,
    idAndVersion,
  )
  await recordSameAudit(
    {
      db,
      address: null,
      caller: { id: null, name: createdByName ?? 'Programa', role: 'editor', personId: null },
    },
    { resource: 'membershipCards', ids: drawn, action: 'printed' },
  )
  return [...changesOf('printBatches', 'updated', batches), ...changesOf('membershipCards', 'updated', cards)]
}
