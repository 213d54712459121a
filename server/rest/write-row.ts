import type { Definition, RecordOf, SomeStoredOf } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { foldedSql } from '../database/fold.ts'
import type { Sql } from '../database/sql.ts'
import {
  empty,
  execute,
  insertion,
  join,
  maybeOne,
  prepared,
  raiseVersion,
  raw,
  sql,
} from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { inOrder } from '../database/transaction.ts'
import { notFound } from '../errors.ts'
import type { StoredValues } from './find-record.ts'
import { getRecord } from './find-record.ts'
import type { Plan } from './plan.ts'
import { columnOf, tableOf } from './plan.ts'
import { sealValues } from './sealed-values.ts'

/** Inserts a row. `columns` are those that are not fields. */
export async function insertRow(
  db: Tx,
  plan: Plan,
  id: string,
  values: StoredValues,
  extra: Extra,
): Promise<void> {
  const columns: [string, unknown][] = [['id', id], ...writtenColumns(db, plan, values, extra)]
  const names = columns.map(([name]) => quoted(name))
  const bound = columns.map(([, value]) => value)
  await execute(
    db,
    insertion(sql`INSERT INTO ${plan.table} (${join(names, ', ')}) VALUES (${join(bound, ', ')})`),
  )
}

/** Updates a row, raises its version and returns the record. */
export async function updateRow<D extends Definition>(
  db: Tx,
  plan: Plan<D>,
  id: string,
  values: SomeStoredOf<D['fields']>,
  extra: Extra,
): Promise<RecordOf<D>> {
  const [, record] = await inOrder([updateUnread(db, plan, id, values, extra), getRecord({ db }, plan, id)])
  return record
}

/** Updates a row as `updateRow`, and returns only its version: for a record that is shown by another one, which is read. */
export async function updateUnread(
  db: Tx,
  plan: Plan,
  id: string,
  values: StoredValues,
  extra: Extra,
): Promise<number> {
  const { fields } = plan.definition
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !fields[name]?.derived))
  const changes = writtenColumns(db, plan, own, extra).map(([name, value]) => sql`${quoted(name)} = ${value}`)
  const row = await maybeOne(
    db,
    prepared(
      sql`UPDATE ${plan.table} SET ${join([...changes, raiseVersion()], ', ')} WHERE id = ${id} RETURNING version`,
    ),
    { version: 'integer' },
  )
  if (!row) throw notFound()
  return row.version
}

/** What is written besides fields. */
interface Extra {
  searchText?: string | undefined
  columns?: StoredValues
}

/** The columns to write with their values; parts of SQL stay such. */
function writtenColumns(
  db: Tx,
  { definition }: Plan,
  values: StoredValues,
  { searchText, columns = {} }: Extra,
): [string, unknown][] {
  const own = Object.entries(sealValues(definition, values, db))
    .filter(([name, value]) => value !== undefined && definition.fields[name]?.storage.in === 'own')
    // The driver writes a list as an array of PostgreSQL.
    .map(([name, value]): [string, unknown] => [
      toSnakeCase(name),
      Array.isArray(value) && definition.fields[name]?.column === 'json' ? JSON.stringify(value) : value,
    ])
  const written = [...own, ...Object.entries(columns)]
  return searchText === undefined ? written : [...written, ['search_text', searchText]]
}

/** Some fields have SQL keywords as names (`order`). */
function quoted(column: string): Sql {
  return raw(`"${column}"`)
}

/** Whether the definition has searchable fields. */
export function isSearchable(definition: Definition): boolean {
  return Object.values(definition.fields).some((field) => field.searchable)
}

/** The normalised text that searches match. Begins with a space, so that patterns can match the start of a word. */
export function searchTextOf(plan: Plan, record: Record<string, unknown>): string | undefined {
  if (plan.searchable.length === 0) return undefined
  const values = plan.searchable
    .map((name) => record[name])
    .filter((value) => value !== null && value !== undefined)
  return ` ${foldText(values.join(' '))}`
}

/** SQL that computes the same search text for many rows `t`. `others` are further SET expressions. */
export function refreshSearchTextSql(
  definition: Definition,
  { where, others = empty }: { where: Sql; others?: Sql },
): Sql {
  const searchable = Object.entries(definition.fields).filter(([, field]) => field.searchable)
  const joins = new Map<string, Sql>()
  const parts = searchable.map(([name, field]) => {
    if (field.storage.in !== 'through') return sql`t.${columnOf(name)}`
    const alias = raw(`j_${field.storage.via}`)
    joins.set(
      alias.text,
      sql`FROM ${tableOf(getDefinition(field.storage.resource))} ${alias} WHERE ${alias}.id = t.${columnOf(field.storage.via)} AND`,
    )
    return sql`${alias}.${columnOf(name)}`
  })
  const text = sql`' ' || coalesce(${foldedSql(sql`concat_ws(' ', ${join(parts, ', ')})`)}, '')`
  const [from = sql`WHERE`] = [...joins.values()]
  return sql`UPDATE ${tableOf(definition)} t SET ${others}search_text = ${text} ${from} ${where}`
}
