import type { Definition, RecordOf, SomeStoredOf } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { foldedSql } from '../database/fold.ts'
import type { Sql } from '../database/sql.ts'
import { composedOnce, empty, execute, insertion, join, raiseVersion, raw, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { notFound } from '../errors.ts'
import type { StoredValues } from './find-record.ts'
import { fullScope, recordOf } from './find-record.ts'
import type { Plan } from './plan.ts'
import { columnOf, tableOf } from './plan.ts'
import { sealValues } from './sealed-values.ts'
import type { RawRow } from './select-rows.ts'
import { rawRows, selectSql } from './select-rows.ts'

/** Inserts a row. `columns` are those that are not fields. */
export async function insertRow(
  db: Tx,
  plan: Plan,
  id: string,
  values: StoredValues,
  { searchText, columns: others = {} }: Extra,
): Promise<void> {
  const columns: [string, unknown][] = [
    ['id', id],
    ...ownColumns(plan.definition, sealValues(plan.definition, values, db)),
    ...Object.entries(others),
  ]
  if (searchText !== undefined) columns.push(['search_text', searchText])
  const names = columns.map(([name]) => quoted(name))
  const bound = columns.map(([, value]) => value)
  await execute(
    db,
    insertion(sql`INSERT INTO ${plan.table} (${join(names, ', ')}) VALUES (${join(bound, ', ')})`),
  )
}

/**
 * Updates a row, raises its version and returns the record. The statement's text does not depend on which values are given (it can be
 * prepared): other columns are set to their old value. Except unique ones: with a trigger on the table, PostgreSQL locks FOR UPDATE
 * when such a column is set, even unchanged, and that waits for inserts of rows that refer to this one.
 */
export async function updateRow<D extends Definition>(
  db: Tx,
  plan: Plan<D>,
  id: string,
  values: SomeStoredOf<D['fields']>,
  extra: Extra,
): Promise<RecordOf<D>> {
  const record = recordOf(plan, await update(db, plan, { id, values, ...extra }))
  if (!record) throw notFound()
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
  const [row] = await update(db, plan, { id, values, ...extra, isUnread: true })
  if (!row) throw notFound()
  return Number(row[0])
}

/** What is written besides fields. */
interface Extra {
  searchText?: string
  columns?: StoredValues
}

async function update(
  db: Tx,
  plan: Plan,
  {
    id,
    values,
    searchText,
    columns: others = {},
    isUnread = false,
  }: Extra & { id: string; values: StoredValues; isUnread?: boolean },
): Promise<RawRow[]> {
  const { fields } = plan.definition
  const given: StoredValues = {}
  const unique: string[] = []
  for (const [name, value] of Object.entries(sealValues(plan.definition, values, db))) {
    const field = fields[name]
    if (field?.storage.in !== 'own' || field.derived) continue
    given[toSnakeCase(name)] = value
    if (field.unique) unique.push(name)
  }
  Object.assign(given, others)
  if (isSearchable(plan.definition)) given['search_text'] = searchText
  const named = [...unique, ...Object.keys(others)]
  const written = JSON.stringify(given)
  const variant = `update ${isUnread ? 'unread ' : ''}${named.join()}`
  const statement = composedOnce(plan, variant, [written, id], () => {
    const own = Object.keys(fields).filter(
      (name) =>
        fields[name]?.storage.in === 'own' &&
        !fields[name].derived &&
        (!fields[name].unique || unique.includes(name)),
    )
    const columns = [...own.map(toSnakeCase), ...Object.keys(others)]
    if (isSearchable(plan.definition)) columns.push('search_text')
    const list = join(columns.map(quoted), ', ')
    const filled = sql`SELECT ${list} FROM jsonb_populate_record(t, ${written})`
    const change = sql`UPDATE ${plan.table} t SET (${list}) = (${filled}), ${raiseVersion('t')} WHERE t.id = ${id}`
    if (isUnread) return sql`${change} RETURNING t.version`
    const read = selectSql(plan, plan.columns(fullScope.reader), { from: sql`t`, clauses: [] })
    return sql`WITH t AS (${change} RETURNING t.*) ${read}`
  })
  return rawRows(db, statement)
}

function ownColumns(definition: Definition, values: StoredValues): [string, unknown][] {
  return (
    Object.entries(values)
      .filter(([name, value]) => value !== undefined && definition.fields[name]?.storage.in === 'own')
      // The driver writes a list as an array of PostgreSQL.
      .map(([name, value]) => [
        toSnakeCase(name),
        Array.isArray(value) && definition.fields[name]?.column === 'json' ? JSON.stringify(value) : value,
      ])
  )
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
