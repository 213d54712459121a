import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { isAlwaysPresent } from '@agremia/resources/fields.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import {
  markOf,
  openText,
  sealedPattern,
  storedText,
  textKeyName,
  textKeysOfPool,
  textMark,
} from './database/sealed-text.ts'
import type { Sql } from './database/sql.ts'
import { execute, jsonOf, many, raw, sql } from './database/sql.ts'
import type { Tx } from './database/transaction.ts'
import { inTransaction } from './database/transaction.ts'
import { JobInterrupted } from './jobs/index.ts'
import { tableNameOf } from './rest/plan.ts'
import { namedInJson, sealedNames, sealNamed, sealValue } from './rest/sealed-values.ts'
import type { Database } from './database/database.ts'

/** A column with encrypted texts. */
interface Place {
  table: string
  column: string
  type: 'text' | 'jsonb' | 'text[]'
  isOptional?: boolean
}

const ownFields = allDefinitions.flatMap((definition) =>
  definition.kind === 'computed'
    ? []
    : Object.entries(definition.fields).flatMap(([name, field]) =>
        field.storage.in === 'own'
          ? [{ table: tableNameOf(definition), column: toSnakeCase(name), field }]
          : [],
      ),
)

const ofFields = ownFields.flatMap(({ table, column, field }): Place[] =>
  field.sealed ? [{ table, column, type: 'text', isOptional: !isAlwaysPresent(field) }] : [],
)

const inJson: readonly Place[] = [
  ...ownFields.filter(({ field }) => field.column === 'json'),
  { table: 'audit_events', column: 'changes' },
  { table: 'audit_events', column: 'rows' },
  { table: 'import_rows', column: 'input' },
  { table: 'import_rows', column: 'written' },
  { table: 'merges', column: 'row_changes' },
].map(({ table, column }) => ({ table, column, type: 'jsonb' }))

const places: readonly Place[] = [
  ...ofFields,
  ...inJson,
  { table: 'import_rows', column: 'cells', type: 'text[]' },
  { table: 'idempotency_keys', column: 'body', type: 'text' },
]

/** Rows that a transaction writes: other writers of these rows wait for it. */
const batchSize = 500

interface Rewriting {
  /** The rows `t` to rewrite. */
  where: Sql
  /** Changes the text that is stored, which the connection does not decrypt. */
  change: (text: string, db: Tx) => string
}

/** Rewrites the next rows of a place. Returns how many it changed. */
async function rewriteNext(db: Tx, place: Place, { where, change }: Rewriting): Promise<number> {
  const [table, column] = [raw(place.table), raw(`"${place.column}"`)]
  const rows = await many(
    db,
    sql`SELECT ctid::text AS place, convert_to(${column}::text, 'UTF8') AS text FROM ${table} t
        WHERE ${where} LIMIT ${batchSize} FOR UPDATE`,
    { place: 'text', text: 'bytes' },
  )
  const changed = rows.flatMap((row) => {
    const before = row.text.toString('utf8')
    const text = change(before, db)
    return text === before ? [] : [{ place: row.place, text: storedText(text) }]
  })
  if (changed.length > 0)
    await execute(
      db,
      sql`UPDATE ${table} t SET ${column} = x.text::${raw(place.type)}
          FROM jsonb_to_recordset(${JSON.stringify(changed)}) AS x (place text, text text) WHERE t.ctid = x.place::tid`,
    )
  return changed.length
}

/** Rewrites all rows of a place in batches. Returns how many it changed. Throws JobInterrupted. */
async function rewrite(
  database: Pick<Database, 'pool'>,
  place: Place,
  { signal, ...rewriting }: Rewriting & { signal?: AbortSignal },
): Promise<number> {
  for (let count = 0; ;) {
    if (signal?.aborted) throw new JobInterrupted()
    const changed = await inTransaction(database, (db) => rewriteNext(db, place, rewriting))
    if (changed === 0) return count
    count += changed
  }
}

/**
 * Encrypts values that were stored before they were encrypted. Finds nothing to do when it is repeated; may be interrupted at any time, and
 * other processes may write meanwhile. Throws JobInterrupted.
 */
export async function encryptStored(database: Pick<Database, 'pool'>, signal: AbortSignal): Promise<void> {
  for (const place of ofFields) {
    const column = raw(`t."${place.column}"`)
    await rewrite(database, place, {
      where: sql`${column} <> '' AND NOT starts_with(${column}, ${textMark})`,
      change: (text, db) => sealValue(text, db),
      signal,
    })
  }
  for (const place of inJson)
    await rewrite(database, place, {
      where: sql`t.${raw(place.column)}::text ~ ${namedInJson}`,
      change: (json, db) => JSON.stringify(sealNamed(JSON.parse(storedText(json)), db)),
      signal,
    })
  // Answers for repeated requests of the last day, which nobody repeats after an upgrade.
  await execute(database.pool, sql`DELETE FROM idempotency_keys WHERE body ~ ${namedInJson}`)
  await encryptCells(database, signal)
}

/** Encrypts the cells of the columns of imported files that have an encrypted field. */
async function encryptCells(database: Pick<Database, 'pool'>, signal: AbortSignal): Promise<void> {
  const cell = sql`r.cells[m.name::integer + 1]`
  for (let changed = batchSize; changed === batchSize;) {
    if (signal.aborted) throw new JobInterrupted()
    changed = await inTransaction(database, async (db) => {
      const rows = await many(
        db,
        sql`SELECT r.id, convert_to(to_json(r.cells)::text, 'UTF8') AS cells, i.mapping FROM import_rows r JOIN imports i ON i.id = r.import_id
            WHERE EXISTS (SELECT FROM jsonb_each_text(i.mapping) AS m (name, target)
              WHERE m.target = ANY(${[...sealedNames]}) AND ${cell} <> '' AND NOT starts_with(${cell}, ${textMark}))
            LIMIT ${batchSize} FOR UPDATE OF r`,
        { id: 'uuid', cells: 'bytes', mapping: jsonOf<Record<string, string>>() },
      )
      const sealed = rows.map(({ id, cells, mapping }) => ({
        id,
        // Other cells may be encrypted.
        cells: (JSON.parse(storedText(cells.toString('utf8'))) as string[]).map((text, index) =>
          sealedNames.has(mapping[index] ?? '') ? sealValue(text, db) : text,
        ),
      }))
      await execute(
        db,
        sql`UPDATE import_rows r SET cells = ARRAY(SELECT jsonb_array_elements_text(x.cells))
            FROM jsonb_to_recordset(${JSON.stringify(sealed)}) AS x (id uuid, cells jsonb) WHERE r.id = x.id`,
      )
      return rows.length
    })
  }
}

const hasMark = ({ column }: Place, mark: string) => sql`strpos(t.${raw(`"${column}"`)}::text, ${mark}) > 0`

/** Encrypts with the newest key what the pool's earlier keys encrypted, and deletes those. Returns the number of rows. */
export async function encryptTextsAgain(database: Pick<Database, 'pool'>): Promise<number> {
  const [newest, ...earlier] = textKeysOfPool(database.pool)
  if (!newest || earlier.length === 0) return 0
  const pending = places.flatMap((place) =>
    earlier.map((key) => {
      const where = hasMark(place, markOf(key))
      // Damaged ones stay.
      const change = (text: string, db: Tx) =>
        text.replaceAll(sealedPattern, (whole) => {
          const opened = openText(whole)
          return opened === whole ? whole : db.seal(opened)
        })
      return { place, where, change }
    }),
  )
  let count = 0
  for (const { place, ...rewriting } of pending) count += await rewrite(database, place, rewriting)
  await inTransaction(database, async (db) => {
    // Waits for the transactions that encrypt with these keys; others wait, and are repeated with the newest.
    await execute(
      db,
      sql`SELECT FROM secrets WHERE name = ${textKeyName} AND version < ${newest.version} ORDER BY version FOR UPDATE`,
    )
    for (const { place, ...rewriting } of pending)
      for (let changed = 1; changed > 0; count += changed) changed = await rewriteNext(db, place, rewriting)
    await execute(db, sql`DELETE FROM secrets WHERE name = ${textKeyName} AND version < ${newest.version}`)
  })
  return count
}

/** Statements that remove texts whose keys nobody has. */
export const discardTexts: readonly Sql[] = places.map((place) => {
  const [column, type] = [raw(`t."${place.column}"`), raw(place.type)]
  const left = sql`regexp_replace(${column}::text, ${sealedPattern.source}, '', 'g')`
  return sql`UPDATE ${raw(place.table)} t SET ${raw(`"${place.column}"`)} = (${place.isOptional ? sql`nullif(${left}, '')` : left})::${type}
    WHERE ${hasMark(place, textMark)}`
})
