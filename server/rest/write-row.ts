import type { Definition } from '@agremia/resources/define-resource.ts'
import { toSnakeCase } from '@agremia/resources/paths.ts'
import type { Querying } from '../database/querying.ts'
import { notFound } from '../errors.ts'
import type { WireRecord } from './find-record.ts'
import { everything, recordOf } from './find-record.ts'
import type { Plan } from './plan.ts'
import { isSearchable } from './search-text.ts'
import { rawRows, selectSql } from './select-rows.ts'
import type { Sql } from '../database/sql.ts'
import { execute, join, prepared, raiseVersion, raw, sql } from '../database/sql.ts'

/** Values in their kept form, by field name. */
export type Kept = Record<string, unknown>

/** Inserts a row. `internal` are columns that no field describes. */
export async function insertRow(
  db: Querying,
  plan: Plan,
  id: string,
  values: Kept,
  { searchText, internal = {} }: { searchText?: string; internal?: Kept },
): Promise<void> {
  const columns: [string, unknown][] = [
    ['id', id],
    ...ownColumns(plan.definition, values),
    ...Object.entries(internal),
  ]
  if (searchText !== undefined) columns.push(['search_text', searchText])
  const names = columns.map(([name]) => quoted(name))
  const bound = columns.map(([, value]) => value)
  await execute(
    db,
    prepared(sql`INSERT INTO ${plan.table} (${join(names, ', ')}) VALUES (${join(bound, ', ')})`),
  )
}

/**
 * Updates a row, raises its version and answers the record as it is now, in one statement whose text is the same
 * whatever the values given: each of the others is set to what it was. Except unique ones: with a trigger on the table,
 * PostgreSQL takes FOR UPDATE when such a column is set, changed or not, and that waits for every row that refers to this one.
 */
export async function updateRow(
  db: Querying,
  plan: Plan,
  id: string,
  values: Kept,
  { searchText, internal = {} }: { searchText?: string; internal?: Kept },
): Promise<WireRecord> {
  const { fields } = plan.definition
  const own = Object.keys(fields).filter(
    (name) =>
      fields[name]?.storage.in === 'own' && !fields[name].derived && (!fields[name].unique || name in values),
  )
  const columns = [...own.map(toSnakeCase), ...Object.keys(internal)]
  const given = Object.fromEntries(own.map((name) => [toSnakeCase(name), values[name]]))
  Object.assign(given, internal)
  if (isSearchable(plan.definition)) {
    columns.push('search_text')
    given['search_text'] = searchText
  }
  const list = join(columns.map(quoted), ', ')
  const filled = sql`SELECT ${list} FROM jsonb_populate_record(t, ${JSON.stringify(given)})`
  const update = sql`UPDATE ${plan.table} t SET (${list}) = (${filled}), ${raiseVersion('t')} WHERE t.id = ${id} RETURNING t.*`
  const read = selectSql(plan, plan.columns(everything.role), { from: sql`t`, clauses: [] })
  const record = recordOf(plan, await rawRows(db, prepared(sql`WITH t AS (${update}) ${read}`)))
  if (!record) throw notFound()
  return record
}

function ownColumns(definition: Definition, values: Kept): [string, unknown][] {
  return Object.entries(values)
    .filter(([name, value]) => value !== undefined && definition.fields[name]?.storage.in === 'own')
    .map(([name, value]) => [toSnakeCase(name), value])
}

/** Some fields have SQL keywords as names (`order`). */
function quoted(column: string): Sql {
  return raw(`"${column}"`)
}
