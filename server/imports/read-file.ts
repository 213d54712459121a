import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { allowLongStatements, inTransaction } from '../database/transaction.ts'
import { execute, jsonOf, maybeOne, nullable, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { newTemporaryPath } from '../files/received-documents.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { importLimits } from '../limits.ts'
import { writeInTransaction } from '../rest/changes.ts'
import type { Mapping } from './columns/find-columns.ts'
import {
  describeColumns,
  findHeader,
  findMapping,
  signatureOf,
  unreadableProblem,
} from './columns/find-columns.ts'
import type { ImportRecord } from './import-record.ts'
import { updateImport } from './import-record.ts'
import { kindsOfImport } from './kinds/kinds.ts'
import { openPhotos } from './photos/read-photos.ts'
import { openTable } from './read/open-table.ts'
import type { TableRow } from './read/table.ts'
import { refusal, refusals } from './read/table.ts'
import { sealCell, sealSamples } from './seal-cells.ts'
import type { World } from '../rest/modules.ts'
import type { Replacements } from '@agremia/resources/definitions/imports.ts'

/** Rows by which titles and columns are found. */
const sampleRows = 500
/** Rows and characters that are inserted in one statement. */
const insertedRows = 1000
const insertedLength = 4_000_000

/** Reads the file into rows and finds its titles and columns. May be repeated from the beginning. */
export function readFile(world: World, record: ImportRecord, signal: AbortSignal): Promise<void> {
  return withFile(world, record, (path) => readTable(world, record, { path, signal }))
}

/** Copies the file of an import to this machine while it is used. Throws 409 when it is not kept any more. */
export async function withFile(
  world: World,
  { fileId }: Pick<ImportRecord, 'fileId'>,
  use: (path: string) => Promise<void>,
): Promise<void> {
  const content = fileId === null ? undefined : await world.files.read(fileId, 'original')
  if (!content)
    throw conflict(
      `O ficheiro já não está guardado: passaram ${importLimits.keptDays} dias. Envie-o outra vez.`,
    )
  const path = await newTemporaryPath(world)
  try {
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

async function readTable(
  world: World,
  record: ImportRecord,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<void> {
  const { id } = record
  await deleteRows(world, id)
  const options = {
    sheet: record.sheet ?? 0,
    encoding: record.encoding ?? undefined,
    separator: record.separator ?? undefined,
  }
  const table = await (kindsOfImport[record.kind].isZip
    ? openPhotos(path)
    : openTable(world.decoder, path, `${path}.texts`, options))
  try {
    const sample: TableRow[] = []
    let total = 0
    let waiting: TableRow[] = []
    let length = 0
    for await (const row of table.rows()) {
      if (++total > importLimits.rows + 1) throw refusals.rows()
      if (sample.length < sampleRows) sample.push(row)
      waiting.push(row)
      length += row.cells.reduce((sum, cell) => sum + cell.length, 0)
      if (waiting.length < insertedRows && length < insertedLength) continue
      if (signal.aborted) throw new JobInterrupted()
      await insertRows(world, id, waiting)
      waiting = []
      length = 0
    }
    await insertRows(world, id, waiting)
    if (total === 0) throw refusals.empty()
    await describe(world, record, { ...table, sample, warnings: table.warnings() })
  } catch (error) {
    // Of a file that is refused on the way nothing stays.
    if (!signal.aborted) await deleteRows(world, id)
    throw error
  } finally {
    await table.close()
  }
}

function deleteRows(world: World, id: string): Promise<void> {
  return writeInTransaction(world, async (db) => {
    await allowLongStatements(db)
    await execute(db, sql`DELETE FROM import_rows WHERE import_id = ${id}`)
  })
}

async function insertRows({ database }: World, id: string, rows: readonly TableRow[]): Promise<void> {
  if (rows.length === 0) return
  await inTransaction(database, async (db) => {
    const sealed = rows.map(({ cells, ...row }) => ({
      ...row,
      cells: cells.map((text) => sealCell(text, db)),
    }))
    await execute(
      db,
      sql`INSERT INTO import_rows (import_id, place, is_hidden, cells)
          SELECT ${id}, (x ->> 'place')::integer, x ? 'isHidden', ARRAY(SELECT jsonb_array_elements_text(x -> 'cells')) FROM jsonb_array_elements(${JSON.stringify(sealed)}::jsonb) x`,
    )
  })
}

interface ReadTable {
  format: string
  sheets: string[]
  encoding: string | null
  separator: string | null
  startsIn1904: boolean
  sample: TableRow[]
  warnings: string[]
}

/** Stores what was found: titles, columns, and what each has, as an earlier file with the same columns or as they look. */
async function describe(
  world: World,
  { id, kind: name, headerRow: chosen }: ImportRecord,
  table: ReadTable,
): Promise<void> {
  const { organisation } = world
  const targets = kindsOfImport[name].targets(await organisation.terminology(), await organisation.today())
  const headerRow = chosen ?? findHeader(table.sample, targets)
  const described = describeColumns(table.sample, headerRow)
  const problem = unreadableProblem(described)
  if (problem !== undefined) throw refusal(problem)
  const found = findMapping(described, table.sample, { targets, headerRow })
  const warning = table.warnings.join(' ').slice(0, 500) || null
  await writeInTransaction(world, async (db, changes) => {
    const known = await maybeOne(
      db,
      sql`SELECT mapping, replacements FROM import_mappings WHERE kind = ${name} AND signature = ${signatureOf(described)}`,
      { mapping: jsonOf<Mapping>(), replacements: nullable(jsonOf<Replacements>()) },
    )
    const names = new Set(targets.map((target) => target.name))
    const isKnown = known && Object.values(known.mapping).every((target) => names.has(target))
    const mapping = isKnown ? known.mapping : found.mapping
    const columns = isKnown
      ? described.map((column, index) => ({
          ...column,
          found: mapping[String(index)] ? ('earlier' as const) : null,
        }))
      : found.columns
    // Titles and what stands above them are no rows.
    await execute(db, sql`DELETE FROM import_rows WHERE import_id = ${id} AND place <= ${headerRow}`)
    const left = await execute(db, sql`SELECT FROM import_rows WHERE import_id = ${id} LIMIT 1`)
    if (left === 0) throw refusals.empty()
    changes.push(
      ...(await updateImport(
        db,
        id,
        sql`format = ${table.format}, sheets = ${table.sheets}, encoding = ${table.encoding}, separator = ${table.separator},
          starts_in_1904 = ${table.startsIn1904}, header_row = ${headerRow}, columns = ${JSON.stringify({ list: sealSamples(columns, mapping, db) })},
          mapping = ${JSON.stringify(mapping)}, replacements = ${isKnown && known.replacements ? JSON.stringify(known.replacements) : null}, warning = ${warning}, step = 'check', done = 0,
          total = (SELECT count(*) FROM import_rows r WHERE r.import_id = imports.id)`,
      )),
    )
  })
}
