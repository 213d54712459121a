import type { Definition } from '@agremia/resources/define-resource.ts'
import { toSnakeCase } from '@agremia/resources/paths.ts'
import type { Querying } from '../database/querying.ts'
import { notFound } from '../errors.ts'
import type { WireRecord } from './find-record.ts'
import { everything, recordOf } from './find-record.ts'
import type { Plan } from './plan.ts'
import { columnOf } from './plan.ts'
import { isSearchable } from './search-text.ts'
import { rawRows, selectSql } from './select-rows.ts'
import { prepared } from './statements.ts'

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
  const text = `INSERT INTO ${plan.table} (${columns.map(([name]) => name).join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`
  await db.query({ text, values: columns.map(([, value]) => value) })
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
  const list = columns.map((name) => `"${name}"`)
  const filled = `SELECT ${list.join(', ')} FROM jsonb_populate_record(t, $2)`
  const sets = `(${list.join(', ')}) = (${filled}), updated_at = now(), version = t.version + 1`
  const update = `UPDATE ${plan.table} t SET ${sets} WHERE t.id = $1 RETURNING t.*`
  const sql = `WITH t AS (${update}) ${selectSql(plan, plan.columns(everything.role), { from: 't', rest: '' })}`
  const record = recordOf(plan, await rawRows(db, prepared(sql, [id, JSON.stringify(given)])))
  if (!record) throw notFound()
  return record
}

function ownColumns(definition: Definition, values: Kept): [string, unknown][] {
  return Object.entries(values)
    .filter(([name, value]) => value !== undefined && definition.fields[name]?.storage.in === 'own')
    .map(([name, value]) => [columnOf(name), value])
}
