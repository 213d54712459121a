import type { Constraint, Role } from '@agremia/resources/access.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Querying } from '../database/querying.ts'
import { rawTypes } from './codec.ts'
import type { ListQuery, Where } from './list-query.ts'
import { allRecords, orderOf, whereOf } from './list-query.ts'
import type { Column, Plan } from './plan.ts'
import { columnOf, rowToJson, rowsToJson, tableOf } from './plan.ts'

type RawRow = (string | null)[]
export type WireRecord = Record<string, unknown> & { _id: string; _version: number }

const statementNames = new Map<string, string>()
/** Beyond this many shapes of query, further ones are planned each time. */
const mostStatements = 400

/** The same text always gets the same name, so that PostgreSQL plans it once a connection. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known) return known
  if (statementNames.size >= mostStatements) return undefined
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

async function rawRows(db: Querying, text: string, values: unknown[], named: boolean): Promise<RawRow[]> {
  const name = named ? statementName(text) : undefined
  const result = await db.query({
    text,
    values,
    rowMode: 'array',
    types: rawTypes,
    ...(name && { name }),
  } as never)
  return result.rows as unknown as RawRow[]
}

function selectList(columns: Column[]): string {
  return columns.map((column) => column.sql).join(', ')
}

function joinsOf(joins: Plan['through']): string {
  return joins.map((join) => join.sql).join(' ')
}

/** The SQL of a list without its limits; `late` finds the page's ids first and fetches the rest for them alone. */
function listSql(
  plan: Plan,
  query: ListQuery,
  where: Where,
  role: Role,
  limits: string,
  late: boolean,
): string {
  const select = selectList(plan.columns(role))
  const order = orderOf(plan, query)
  const from = `${plan.table} t ${joinsOf(plan.through)}`
  if (!late)
    return `SELECT ${select} FROM ${from} ${joinsOf(plan.labels)} WHERE ${where.sql} ORDER BY ${order}${limits}`
  const page = `SELECT t.id FROM ${from} WHERE ${where.sql} ORDER BY ${order}${limits}`
  return `SELECT ${select} FROM (${page}) page JOIN ${plan.table} t ON t.id = page.id ${joinsOf(plan.through)} ${joinsOf(plan.labels)} ORDER BY ${order}`
}

/** One page as JSON text. */
export async function findPage(
  db: Querying,
  plan: Plan,
  query: ListQuery,
  { constraint, role }: { constraint: Constraint; role: Role },
): Promise<string> {
  const where = whereOf(plan, query, constraint)
  const offset = (query.page - 1) * query.limit
  const limits = ` LIMIT ${query.limit}${offset > 0 ? ` OFFSET ${offset}` : ''}`
  // Named statements may get a plan made for no value in particular: fine for browsing, not for a search.
  const browsing = offset === 0 && query.words.length === 0
  const sql = listSql(plan, query, where, role, limits, !browsing)
  return rowsToJson(plan.columns(role), await rawRows(db, sql, where.values, browsing))
}

/** How many records a list has. */
export async function countRecords(
  db: Querying,
  plan: Plan,
  query: ListQuery,
  constraint: Constraint,
): Promise<number> {
  const where = whereOf(plan, query, constraint)
  const needed = plan.through.filter(({ alias }) => where.sql.includes(`${alias}.`))
  const rows = await rawRows(
    db,
    `SELECT count(*) FROM ${plan.table} t ${joinsOf(needed)} WHERE ${where.sql}`,
    where.values,
    false,
  )
  return Number(rows[0]?.[0])
}

/** What tells one total from another. */
export function totalKey(plan: Plan, query: ListQuery, constraint: Constraint): string {
  const where = whereOf(plan, query, constraint)
  return where.values.length === 0 ? where.sql : `${where.sql} ${JSON.stringify(where.values)}`
}

const streamBatch = 1000

/** All records of a query in batches of raw rows, through a cursor: memory stays flat. `db` must be inside a transaction. */
export async function* streamRows(
  db: Querying,
  plan: Plan,
  query: ListQuery,
  { constraint, role }: { constraint: Constraint; role: Role },
): AsyncGenerator<RawRow[]> {
  const where = whereOf(plan, query, constraint)
  const offset = query.limit === allRecords ? 0 : (query.page - 1) * query.limit
  const limits = query.limit === allRecords ? '' : ` LIMIT ${query.limit} OFFSET ${offset}`
  await db.query({
    text: `DECLARE list_cursor NO SCROLL CURSOR FOR ${listSql(plan, query, where, role, limits, false)}`,
    values: where.values,
  })
  for (;;) {
    const rows = await rawRows(db, `FETCH ${streamBatch} FROM list_cursor`, [], false)
    if (rows.length > 0) yield rows
    if (rows.length < streamBatch) break
  }
  await db.query({ text: 'CLOSE list_cursor' })
}

/** One record as JSON text, within what the caller may see; undefined when there is none. */
export async function findRecordJson(
  db: Querying,
  plan: Plan,
  id: string,
  { constraint, role }: { constraint: Constraint; role: Role },
): Promise<string | undefined> {
  const columns = plan.columns(role)
  const where = whereOf(
    plan,
    { filters: [{ field: '_id', operator: 'in', values: [id] }], words: [] },
    constraint,
  )
  const sql = `SELECT ${selectList(columns)} FROM ${plan.table} t ${joinsOf(plan.through)} ${joinsOf(plan.labels)} WHERE ${where.sql}`
  const rows = await rawRows(db, sql, where.values, true)
  return rows[0] && rowToJson(columns, rows[0])
}

export async function findRecord(
  db: Querying,
  plan: Plan,
  id: string,
  scope: { constraint: Constraint; role: Role },
): Promise<WireRecord | undefined> {
  const json = await findRecordJson(db, plan, id, scope)
  return json === undefined ? undefined : (JSON.parse(json) as WireRecord)
}

/**
 * Makes other writers of the record wait until the transaction ends. What is read afterwards is what the writer before
 * left, in every table: reading in the same statement would mix it with what was there when the waiting began.
 */
export async function lockRow(db: Querying, plan: Plan, id: string): Promise<void> {
  await db.query({ text: `SELECT FROM ${plan.table} WHERE id = $1 FOR UPDATE`, values: [id] })
}

/** Values in their kept form, by field name. */
export type Kept = Record<string, unknown>

function ownColumns(definition: Definition, values: Kept): [string, unknown][] {
  return Object.entries(values)
    .filter(([name, value]) => value !== undefined && definition.fields[name]?.storage.in === 'own')
    .map(([name, value]) => [columnOf(name), value])
}

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

/** Updates a row and raises its version. */
export async function updateRow(
  db: Querying,
  plan: Plan,
  id: string,
  values: Kept,
  { searchText, internal = {} }: { searchText?: string; internal?: Kept },
): Promise<void> {
  const columns: [string, unknown][] = [...ownColumns(plan.definition, values), ...Object.entries(internal)]
  if (searchText !== undefined) columns.push(['search_text', searchText])
  const sets = [
    ...columns.map(([name], index) => `${name} = $${index + 2}`),
    'updated_at = now()',
    'version = version + 1',
  ]
  await db.query({
    text: `UPDATE ${plan.table} SET ${sets.join(', ')} WHERE id = $1`,
    values: [id, ...columns.map(([, value]) => value)],
  })
}

/** Whether a search has where to look. */
export function isSearchable(definition: Definition): boolean {
  return Object.values(definition.fields).some((field) => field.searchable)
}

/** The folded text that a search looks in. It begins with a space so that the start of a word can be asked for. */
export function searchTextOf(plan: Plan, record: Record<string, unknown>): string | undefined {
  if (plan.searchable.length === 0) return undefined
  const said = plan.searchable
    .map((name) => record[name])
    .filter((value) => value !== null && value !== undefined)
  return ` ${foldText(said.join(' '))}`
}

/** SQL that computes the same search text for many rows at once: `UPDATE members t SET … WHERE <where>`. */
export function refreshSearchTextSql(definition: Definition, where: string): string {
  const table = tableOf(definition)
  const searchable = Object.entries(definition.fields).filter(([, field]) => field.searchable)
  const joins = new Map<string, string>()
  const parts = searchable.map(([name, field]) => {
    if (field.storage.in !== 'through') return `t.${columnOf(name)}`
    const alias = `j_${field.storage.via}`
    joins.set(
      alias,
      `${tableOf(getDefinition(field.storage.resource))} ${alias} WHERE ${alias}.id = t.${columnOf(field.storage.via)}`,
    )
    return `${alias}.${columnOf(name)}`
  })
  const text = `' ' || coalesce(fold_text(concat_ws(' ', ${parts.join(', ')})), '')`
  const [join] = [...joins.values()]
  return `UPDATE ${table} t SET search_text = ${text}${join ? ` FROM ${join} AND` : ' WHERE'} ${where}`
}

/** Fields of other resources that carry this one's fields flat: the definition and the reference they go through. */
export function dependentsOf(
  definitions: Iterable<Definition>,
  resource: string,
): { definition: Definition; via: string }[] {
  const found: { definition: Definition; via: string }[] = []
  for (const definition of definitions) {
    for (const field of Object.values(definition.fields)) {
      if (field.storage.in !== 'through' || field.storage.resource !== resource) continue
      const { via } = field.storage
      if (!found.some((known) => known.definition === definition && known.via === via))
        found.push({ definition, via })
    }
  }
  return found
}
