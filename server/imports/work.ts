import { seesAllFields } from '@agremia/resources/access.ts'
import { countAgain, grownTables } from '../database/grown-tables.ts'
import { inLanes } from '../database/side-by-side.ts'
import { isCollision, isUnreachable } from '../database/transaction.ts'
import type { Tx } from '../database/transaction.ts'
import type { Sql } from '../database/sql.ts'
import { execute, exists, inline, jsonOf, many, nullable, raiseVersion, sql } from '../database/sql.ts'
import { callerOf, NotAllowed } from '../auth/index.ts'
import { refreshMembers } from '../dues/index.ts'
import { ApiError, reasonOf } from '../errors.ts'
import type { Job } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { importLimits } from '../limits.ts'
import { writeInTransaction } from '../rest/changes.ts'
import { storePhoto } from '../photos/index.ts'
import { createContext } from '../rest/write-request.ts'
import { sealNamed } from '../rest/sealed-values.ts'
import { checkContext } from './check-context.ts'
import { checkRows, compareRows, storedRowColumns, storedRowShape } from './check-rows.ts'
import type { ImportRecord } from './import-record.ts'
import { accessOf, authorOf, beginImport, countsSql, undoBegins, updateImport } from './import-record.ts'
import type { KindOfImport, WritableRow, Written } from './kinds/kind.ts'
import { kindsOfImport } from './kinds/kinds.ts'
import { openPhotoZip, readPhoto } from './photos/read-photos.ts'
import { readFile, withFile } from './read-file.ts'
import type { Context, World } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'

const problem =
  'Falhou por uma razão que está no registo do servidor. O que já estava feito ficou: pode tentar outra vez, e continua onde parou.'

/** Does the work of an import, or continues it after a crash: each row is written or undone in the transaction that notes it. */
export async function workOnImport(world: World, job: Job): Promise<void> {
  const id = job.data['id'] ?? ''
  for (;;) {
    const record = await beginImport(world, id)
    if (!record) return
    try {
      if (!(await doStep(world, record, job.signal))) return
    } catch (error) {
      // Out of reach: the job is tried again.
      if (error instanceof JobInterrupted || isUnreachable(error)) throw error
      const isKnown = error instanceof ApiError || error instanceof NotAllowed
      if (!isKnown) world.log.error({ err: error, import: id }, 'an import failed')
      const reason = error instanceof ApiError ? reasonOf(error) : isKnown ? error.message : problem
      await update(world, id, sql`state = 'failed', problem = left(${reason}, 500)`)
      return
    }
  }
}

/** Returns whether another step follows. */
async function doStep(world: World, record: ImportRecord, signal: AbortSignal): Promise<boolean> {
  const work = { world, record, kind: kindsOfImport[record.kind], signal }
  switch (record.step) {
    case 'read':
      await readFile(world, record, signal)
      return true
    case 'check':
      await checkAll(work)
      return false
    case 'import':
      return writeAll(work)
    case 'undo':
      await undoAll(work)
      return false
  }
}

interface Work {
  world: World
  record: ImportRecord
  kind: KindOfImport
  signal: AbortSignal
}

async function update(world: World, id: string, set: Sql): Promise<void> {
  await writeInTransaction(world, async (_db, changes) => {
    changes.push(...(await updateImport(_db, id, set)))
  })
}

/** Runs a transaction in the name of the author, with the access that the account has now. */
function asAuthor<T>(
  { world, record, kind }: Work,
  run: (writing: Context, changes: Change[]) => Promise<T>,
): Promise<T> {
  return writeInTransaction(world, async (db, changes) => {
    const author = await callerOf(db, authorOf(record), {
      access: seesAllFields(accessOf(kind.resource)),
      settings: await world.organisation.settings(),
    })
    const writing: Context = {
      ...(await createContext(world, db, author)),
      changes,
      isOfThePast: true,
    }
    return run(writing, changes)
  })
}

async function checkAll(work: Work): Promise<void> {
  const { world, record, kind, signal } = work
  const context = await checkContext(world, world.database.pool, record)
  await update(world, record.id, sql`done = 0`)
  for (let last = 0; ;) {
    if (signal.aborted) throw new JobInterrupted()
    const rows = await many(
      world.database.pool,
      sql`SELECT ${storedRowColumns} FROM import_rows WHERE import_id = ${record.id} AND place > ${last} ORDER BY place LIMIT ${inline(importLimits.batch)}`,
      storedRowShape,
    )
    if (rows.length === 0) break
    await asAuthor(work, async (writing, changes) => {
      await checkRows(writing, kind, rows, { options: record, context })
      changes.push(...(await updateImport(writing.db, record.id, sql`done = done + ${rows.length}`)))
    })
    last = rows.at(-1)!.place
  }
  // Without statistics of the verdicts, PostgreSQL sorts all remaining rows for each batch.
  await countAgain(world.database, ['import_rows'])
  await writeInTransaction(world, async (db, changes) => {
    await compareRows(db, { importId: record.id, kind, mapping: record.mapping })
    changes.push(...(await updateImport(db, record.id, sql`state = 'ready', done = 0, ${countsSql}`)))
  })
}

const workRowShape = {
  id: 'uuid',
  place: 'integer',
  recordId: 'text?',
  input: nullable(jsonOf<Pick<WritableRow, 'input' | 'more'>>()),
  written: nullable(jsonOf<Written>()),
} as const

/** A row's part of an import or undo: what it did, or why it did nothing. */
interface RowResult {
  id: string
  outcome: 'done' | 'failed' | 'undone' | 'kept'
  reason: string | null
  written: Written | null
  recordId: string | null
}

interface Pass {
  /** SQL of the rows `r` that are to do; each is left out once it is done. */
  pending: Sql
  descending?: true
  /** Does one row, or throws. */
  perform(writing: Context, row: RowToDo): Promise<Omit<RowResult, 'id'>>
  /** Does many rows in their order; throws when one of them fails. */
  performAll(writing: Context, rows: readonly RowToDo[]): Promise<Omit<RowResult, 'id'>[]>
  failed: 'failed' | 'kept'
}

interface RowToDo extends WritableRow {
  id: string
  place: number
  written: Written | null
}

/** Does the pending rows in batches, each in one transaction together with their results. */
async function doRows(work: Work, pass: Pass): Promise<void> {
  const { world, record, signal } = work
  let last = pass.descending ? 2_147_483_647 : 0
  for (;;) {
    if (signal.aborted) throw new JobInterrupted()
    const after = pass.descending ? sql`r.place < ${last}` : sql`r.place > ${last}`
    const order = pass.descending ? sql`r.place DESC` : sql`r.place`
    const chosen = await many(
      world.database.pool,
      sql`SELECT r.id, r.place FROM import_rows r WHERE r.import_id = ${record.id} AND ${after} AND ${pass.pending} ORDER BY ${order} LIMIT ${inline(importLimits.batch)}`,
      { id: 'uuid', place: 'integer' },
    )
    if (chosen.length === 0) return
    await doPart(
      work,
      pass,
      chosen.map(({ id }) => id),
    )
    last = chosen.at(-1)!.place
  }
}

/** Does rows in one transaction. When one of them fails, halves them until it is alone. */
async function doPart(work: Work, pass: Pass, ids: readonly string[]): Promise<void> {
  if (ids.length === 1) {
    await doOne(work, pass, ids[0]!)
    return
  }
  try {
    await doBatch(work, pass, ids)
  } catch (error) {
    if (!isOfRow(error)) throw error
    const middle = Math.ceil(ids.length / 2)
    await doPart(work, pass, ids.slice(0, middle))
    await doPart(work, pass, ids.slice(middle))
  }
}

/** Whether an error is that of a row, and not of the whole work. */
function isOfRow(error: unknown): boolean {
  return !(error instanceof NotAllowed || error instanceof JobInterrupted || isUnreachable(error))
}

async function doOne(work: Work, pass: Pass, id: string): Promise<void> {
  try {
    await doBatch(work, pass, [id])
  } catch (error) {
    await failRow(work, pass, { id, error })
  }
}

/** Notes why a row could not be done. Throws errors that are not of the row. */
async function failRow(
  { world, record }: Work,
  { failed }: Pick<Pass, 'failed'>,
  { id, error }: { id: string; error: unknown },
): Promise<void> {
  if (!isOfRow(error)) throw error
  const isKnown = error instanceof ApiError || isCollision(error)
  if (!isKnown) world.log.error({ err: error, import: record.id, row: id }, 'a row of an import failed')
  const reason =
    error instanceof ApiError
      ? reasonOf(error)
      : isKnown
        ? 'Os dados estavam a ser alterados ao mesmo tempo. Tente outra vez.'
        : 'Não foi possível: a causa está no registo do servidor.'
  await writeInTransaction(world, async (db) => {
    await execute(
      db,
      sql`UPDATE import_rows SET outcome = ${failed}, reason = left(${reason}, 500), ${raiseVersion()} WHERE id = ${id}`,
    )
  })
}

async function doBatch(work: Work, pass: Pass, ids: readonly string[]): Promise<void> {
  const { world, record } = work
  const { pending, descending } = pass
  const grown = await asAuthor(work, async (writing, changes) => {
    const { db } = writing
    // Locks the import: a second process, which believes that this one died, waits here and then finds nothing to do.
    const begun = await updateImport(db, record.id, sql`done = done + ${ids.length}`)
    if (begun.length === 0) return []
    changes.push(...begun)
    const rows = await many(
      db,
      sql`SELECT r.id, r.place, r.record_id AS "recordId", r.input, r.written FROM import_rows r WHERE r.id = ANY(${ids}::uuid[]) AND ${pending}
          ORDER BY ${descending ? sql`r.place DESC` : sql`r.place`}`,
      workRowShape,
    )
    const toDo = rows.map(({ input, ...row }) => ({
      ...row,
      input: input?.input ?? {},
      more: input?.more ?? {},
    }))
    const outcomes =
      toDo.length === 1 ? [await pass.perform(writing, toDo[0]!)] : await pass.performAll(writing, toDo)
    const results = outcomes.map((outcome, index) => ({ id: toDo[index]!.id, ...outcome }))
    await storeResults(db, results)
    return grownTables(db)
  })
  await countAgain(world.database, grown)
}

async function storeResults(db: Tx, results: readonly RowResult[]): Promise<void> {
  await execute(
    db,
    sql`UPDATE import_rows r SET outcome = x.outcome, reason = coalesce(left(x.reason, 500), r.reason), written = x.written, record_id = x."recordId", ${raiseVersion('r')}
        FROM jsonb_to_recordset(${JSON.stringify(sealNamed(results, db))}) AS x (id uuid, outcome text, reason text, written jsonb, "recordId" text) WHERE r.id = x.id`,
  )
}

/** Numbers that the file gives come first, so that no new number takes one of them. */
const isNumbered = sql`EXISTS (SELECT FROM unnest(r.keys) AS key WHERE key LIKE 'number:%')`

/** Writes the rows. Returns whether they have to be undone: all or none was chosen, and one of them failed. */
async function writeAll(work: Work): Promise<boolean> {
  const { world, record, kind } = work
  const isToDo = sql`r.outcome = 'pending' AND r.verdict IN ('created', 'changed')`
  const perform: Pass['perform'] = async (writing, row) => {
    const written = await kind.write(writing, row)
    const own = written.created.find(({ resource }) => resource === kind.resource)
    return { outcome: 'done', reason: null, written, recordId: row.recordId ?? own?.id ?? null }
  }
  const performAll: Pass['performAll'] = async (writing, rows) => {
    await kind.numberNew?.(writing, rows)
    const newMembers: string[] = []
    const write = (row: RowToDo, db: Tx) => perform({ ...writing, db, newMembers }, row)
    const results = kind.writesTogether
      ? await inLanes(writing.db, rows, kind.writesTogether, write)
      : await inTurn(rows, (row) => write(row, writing.db))
    writing.changes.push(...(await refreshMembers(writing.db, writing.today, newMembers)))
    return results
  }
  if (kind.isZip) await writePhotos(work, { pending: isToDo, perform, performAll, failed: 'failed' })
  else
    for (const part of [isNumbered, sql`NOT ${isNumbered}`])
      await doRows(work, { pending: sql`${isToDo} AND ${part}`, perform, performAll, failed: 'failed' })
  const hasFailed = sql`SELECT FROM import_rows WHERE import_id = ${record.id} AND outcome = 'failed'`
  if (record.onlyWhole && (await exists(world.database.pool, hasFailed))) {
    const warning = 'Uma linha falhou, e a importação era só se todas servissem: nada ficou importado.'
    await update(world, record.id, sql`${undoBegins}, warning = ${warning}`)
    return true
  }
  await end(
    world,
    record,
    sql`state = 'done', done = (SELECT count(*) FROM import_rows r WHERE r.import_id = imports.id AND r.outcome = 'done')`,
  )
  return false
}

/** Writes the rows of a ZIP one by one: each photo is decoded and its files are stored before the transaction. */
async function writePhotos(work: Work, pass: Pass): Promise<void> {
  const { world, record, signal } = work
  await withFile(world, record, async (path) => {
    const zip = await openPhotoZip(path)
    try {
      const rows = await many(
        world.database.pool,
        sql`SELECT r.id, r.input -> 'input' ->> 'fileName' AS name FROM import_rows r WHERE r.import_id = ${record.id} AND ${pass.pending} ORDER BY r.place`,
        { id: 'uuid', name: 'text' },
      )
      for (const { id, name } of rows) {
        if (signal.aborted) throw new JobInterrupted()
        try {
          const content = await readPhoto(zip, name)
          await storePhoto(world, content, (photo) =>
            doBatch(work, { ...pass, perform: (writing, row) => pass.perform(writing, { ...row, photo }) }, [
              id,
            ]),
          )
        } catch (error) {
          await failRow(work, pass, { id, error })
        }
      }
    } finally {
      zip.close()
    }
  })
}

async function inTurn<Row, Result>(
  rows: readonly Row[],
  perform: (row: Row) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const row of rows) results.push(await perform(row))
  return results
}

async function undoAll(work: Work): Promise<void> {
  const { world, record, kind } = work
  const perform: Pass['perform'] = async (writing, { written, recordId }) => {
    const reason = written ? await kind.undo(writing, written) : undefined
    return { outcome: reason === undefined ? 'undone' : 'kept', reason: reason ?? null, written, recordId }
  }
  await doRows(work, {
    pending: sql`r.outcome = 'done'`,
    descending: true,
    failed: 'kept',
    perform,
    async performAll(writing, rows) {
      if (!kind.undoTogether) return inTurn(rows, (row) => perform(writing, row))
      await kind.undoTogether(
        writing,
        rows.flatMap(({ written }) => written ?? []),
      )
      return rows.map(({ written, recordId }) => ({ outcome: 'undone', reason: null, written, recordId }))
    },
  })
  const countOf = (outcome: 'undone' | 'kept') =>
    sql`(SELECT count(*) FROM import_rows r WHERE r.import_id = imports.id AND r.outcome = ${outcome})`
  await end(world, record, sql`state = 'undone', done = ${countOf('undone')}, kept = ${countOf('kept')}`)
}

async function end(world: World, { id }: ImportRecord, set: Sql): Promise<void> {
  await update(world, id, sql`${set}, finished_at = ${world.clock()}::timestamptz`)
}
