import type { Constraint, Role } from '@agremia/resources/access.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { toSnakeCase } from '@agremia/resources/paths.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { QueryConfig } from 'pg'
import type { Querying } from '../database/querying.ts'
import { notFound } from '../errors.ts'
import { rawTypes } from './codec.ts'
import { euros } from './euros.ts'
import { hasKeptTotals, totalsTableOf } from './kept-totals.ts'
import type { ListQuery } from './list-query.ts'
import { allRecords, defaultLimit, orderOf, whereOf } from './list-query.ts'
import type { Column, Plan } from './plan.ts'
import { columnOf, rowToJson, rowsToJson, tableOf } from './plan.ts'
import type { Scope } from './scope.ts'
import { prepared } from './statements.ts'

type RawRow = (string | null)[]
export type WireRecord = Record<string, unknown> & { _id: string; _version: number }

/** Every value as PostgreSQL wrote it, in the order of the columns. */
async function rawRows(db: Querying, statement: QueryConfig): Promise<RawRow[]> {
  const result = await db.query({ ...statement, rowMode: 'array', types: rawTypes } as never)
  return result.rows as unknown as RawRow[]
}

function selectList(columns: readonly Column[]): string {
  return columns.map((column) => column.sql).join(', ')
}

function joinsOf(joins: Plan['through']): string {
  return joins.map((join) => join.sql).join(' ')
}

/** The joins that the SQL speaks of, and those that they need. The others hold a record each for every one of ours. */
function neededJoins({ through, labels }: Plan, sql: string): string {
  const needed: Plan['through'] = []
  let said = sql
  // What a join needs stands before it.
  for (const join of [...through, ...labels].toReversed()) {
    if (!said.includes(`${join.alias}.`)) continue
    needed.unshift(join)
    said += join.sql
  }
  return joinsOf(needed)
}

interface Selection {
  /** What stands for the table. */
  from?: string
  /** The conditions, the order and the limits. */
  rest: string
}

/** Selects columns of records, from their table or from what stands for it. */
function selectSql(plan: Plan, columns: readonly Column[], { from, rest }: Selection): string {
  const list = selectList(columns)
  return `SELECT ${list} FROM ${from ?? `${plan.table} t`} ${neededJoins(plan, `${list} ${rest}`)} ${rest}`
}

/** What a list brings to the role: all that it may, or what was asked for of it. */
export function listColumns(plan: Plan, { columns }: Pick<ListQuery, 'columns'>, role: Role): Column[] {
  const all = plan.columns(role, 'list')
  if (columns.length === 0) return all
  const asked = new Set(columns.map((name) => plan.definition.fields[name]))
  return all.filter(({ field }) => !field || asked.has(field))
}

/** One page as JSON text. */
export async function findPage(db: Querying, plan: Plan, query: ListQuery, scope: Scope): Promise<string> {
  const where = whereOf(plan, query, scope.constraint)
  // What is asked for in the same words each time is planned once.
  const isUsual = query.page === 1 && where.values.length === 0
  if (!isUsual)
    return recordsJson(db, await pageIds(db, plan, query, scope), plan, listColumns(plan, query, scope.role))
  const columns = listColumns(plan, query, scope.role)
  // Only the records of the page are looked up elsewhere, and PostgreSQL knows how few they are.
  const order = orderOf(plan, query)
  const chosen = `SELECT t.* FROM ${plan.table} t ${neededJoins(plan, `${where.sql} ${order}`)} WHERE ${where.sql}
    ORDER BY ${order} LIMIT ${query.limit}`
  const sql = selectSql(plan, columns, { from: `(${chosen}) t`, rest: `ORDER BY ${order}` })
  return rowsToJson(columns, await rawRows(db, prepared(sql, where.values, 'list')))
}

/**
 * The ids of a page, from its conditions and its order alone: whatever is skipped is not read. Planned for the values
 * asked for, since what suits a rare one does not suit a frequent one.
 */
function pageIds(db: Querying, plan: Plan, query: ListQuery, { constraint }: Scope): Promise<RawRow[]> {
  const where = whereOf(plan, query, constraint)
  const order = orderOf(plan, query)
  const from = `${plan.table} t ${neededJoins(plan, `${where.sql} ${order}`)}`
  const sql = `SELECT t.id FROM ${from} WHERE ${where.sql} ORDER BY ${order} ${limitsOf(query)}`
  return rawRows(db, { text: sql, values: where.values })
}

function limitsOf({ page, limit }: ListQuery): string {
  return `LIMIT ${limit} OFFSET ${(page - 1) * limit}`
}

/**
 * What a search finds is put in order when it is no more than this. Of more, enough are soon met by walking the list in
 * its order; walking for few would go through nearly all.
 */
export const mostSorted = 10_000

/** One page of a search as JSON text and what it finds in all, in one pass; undefined when it finds too many to sort. */
export async function findAmongFew(
  db: Querying,
  plan: Plan,
  query: ListQuery,
  scope: Scope,
): Promise<{ page: string; total: Total } | undefined> {
  const where = whereOf(plan, query, scope.constraint)
  const order = orderOf(plan, query)
  const from = `${plan.table} t ${neededJoins(plan, where.sql)}`
  const found = `SELECT t.* FROM ${from} WHERE ${where.sql} LIMIT ${mostSorted + 1}`
  const sorted = `SELECT t.id FROM found t ${neededJoins(plan, order)}
    WHERE counted.total <= ${mostSorted} ORDER BY ${order} ${limitsOf(query)}`
  // A single row leads, so the order of the page stands.
  const sql = `WITH found AS MATERIALIZED (${found}), counted AS (SELECT count(*) AS total, ${sumsOf(plan)} AS sums FROM found t)
    SELECT page.id, counted.total, counted.sums FROM counted LEFT JOIN LATERAL (${sorted}) page ON true`
  const rows = await rawRows(db, { text: sql, values: where.values })
  const total = totalOf(rows[0]?.slice(1))
  if (total.total > mostSorted) return undefined
  const ids = rows.filter(([id]) => id !== null)
  return { page: await recordsJson(db, ids, plan, listColumns(plan, query, scope.role)), total }
}

/** Up to how many records a whole list is read as a page is: the statement that reads these is planned once. */
const mostAtOnce = defaultLimit

/** A whole list that nobody searches as JSON text, and how many it has; undefined when they are too many to read at once. */
export async function findAllOfFew(
  db: Querying,
  plan: Plan,
  query: ListQuery,
  scope: Scope,
): Promise<{ page: string; total: number } | undefined> {
  if (query.words.length > 0) return undefined
  const ids = await pageIds(db, plan, { ...query, page: 1, limit: mostAtOnce + 1 }, scope)
  if (ids.length > mostAtOnce) return undefined
  return { page: await recordsJson(db, ids, plan, listColumns(plan, query, scope.role)), total: ids.length }
}

/** The records of these ids as JSON text, in their order. */
async function recordsJson(db: Querying, ids: RawRow[], plan: Plan, columns: Column[]): Promise<string> {
  if (ids.length === 0) return '[]'
  const from = `unnest($1::uuid[]) WITH ORDINALITY page (id, place) JOIN ${plan.table} t ON t.id = page.id`
  const sql = selectSql(plan, columns, { from, rest: 'ORDER BY page.place' })
  return rowsToJson(columns, await rawRows(db, prepared(sql, [ids.map(([id]) => id)], 'list')))
}

/** What a list has in all: how many records and, as JSON text, the sums of the fields that the definition sums. */
export interface Total {
  total: number
  sums?: string
}

export async function countRecords(
  db: Querying,
  plan: Plan,
  query: ListQuery,
  constraint: Constraint,
): Promise<Total> {
  const where = whereOf(plan, query, constraint)
  // The totals that are kept stand for the records: their columns have the same names.
  const [count, from] = hasKeptTotals(plan.definition, query, constraint)
    ? ['coalesce(sum(t.records), 0)', `${totalsTableOf(plan.definition)} t`]
    : ['count(*)', `${plan.table} t ${neededJoins(plan, where.sql)}`]
  const sql = `SELECT ${count}, ${sumsOf(plan)} FROM ${from} WHERE ${where.sql}`
  // What is asked for in the same words each time is planned once.
  const isUsual = where.values.length === 0
  const rows = await rawRows(db, isUsual ? prepared(sql, [], 'list') : { text: sql, values: where.values })
  return totalOf(rows[0])
}

/** The sums of a set of records as one JSON text, in euros; null for a resource that sums nothing. */
function sumsOf(plan: Plan): string {
  if (!sumsFields(plan)) return 'NULL'
  const { definition, expressions } = plan
  const summed = Object.keys(definition.fields).filter((name) => definition.fields[name]?.summed)
  const { summedWhere } = definition.list ?? {}
  const only = summedWhere
    ? ` FILTER (WHERE ${expressions[summedWhere.field]} IN (${summedWhere.values.map((value) => `'${value}'`).join(', ')}))`
    : ''
  const pairs = summed.map((name) => `'${name}', ${euros(`sum(${expressions[name]})${only}`)}`)
  return `json_build_object(${pairs.join(', ')})`
}

/** Whether lists of the resource bring sums. */
export function sumsFields({ definition }: Plan): boolean {
  return Object.values(definition.fields).some(({ summed }) => summed)
}

function totalOf([total, sums]: RawRow = []): Total {
  return { total: Number(total), ...(sums != null && { sums }) }
}

/** Whether what a list has in all also depends on records of other resources, besides its own. */
export function looksBeside(plan: Plan, query: ListQuery, constraint: Constraint): boolean {
  if (query.words.length > 0 && plan.definition.list?.searchIn) return true
  const { sql } = whereOf(plan, query, constraint)
  return plan.through.some(({ alias, isBeside }) => isBeside && sql.includes(`${alias}.`))
}

/** What tells one total from another. */
export function totalKey(plan: Plan, query: ListQuery, constraint: Constraint): string {
  const where = whereOf(plan, query, constraint)
  return where.values.length === 0 ? where.sql : `${where.sql} ${JSON.stringify(where.values)}`
}

const streamBatch = 1000

/** Which records, and which of their columns. */
export interface Reading {
  constraint: Constraint
  columns: readonly Column[]
}

/** All records of a query in batches of raw rows, through a cursor: memory stays flat. `db` must be inside a transaction. */
export async function* streamRows(
  db: Querying,
  plan: Plan,
  query: ListQuery,
  { constraint, columns }: Reading,
): AsyncGenerator<RawRow[]> {
  const where = whereOf(plan, query, constraint)
  const limits = query.limit === allRecords ? '' : limitsOf(query)
  const rest = `WHERE ${where.sql} ORDER BY ${orderOf(plan, query)} ${limits}`
  await db.query({
    text: `DECLARE list_cursor NO SCROLL CURSOR FOR ${selectSql(plan, columns, { rest })}`,
    values: where.values,
  })
  for (;;) {
    const rows = await rawRows(db, { text: `FETCH ${streamBatch} FROM list_cursor` })
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
  { constraint, role }: Scope,
): Promise<string | undefined> {
  const columns = plan.columns(role)
  const where = whereOf(
    plan,
    { filters: [{ field: '_id', operator: 'in', values: [id] }], words: [] },
    constraint,
  )
  const sql = selectSql(plan, columns, { rest: `WHERE ${where.sql}` })
  const rows = await rawRows(db, prepared(sql, where.values))
  return rows[0] && rowToJson(columns, rows[0])
}

export async function findRecord(
  db: Querying,
  plan: Plan,
  id: string,
  scope: Scope,
): Promise<WireRecord | undefined> {
  const json = await findRecordJson(db, plan, id, scope)
  return json === undefined ? undefined : (JSON.parse(json) as WireRecord)
}

/** What the program itself sees of a record. */
const everything: Scope = { constraint: {}, role: 'admin' }

/** The record as the program sees it, with other writers of it made to wait until the transaction ends. */
export async function findLocked(db: Querying, plan: Plan, id: string): Promise<WireRecord | undefined> {
  const lock = 'FOR UPDATE OF t'
  const held = plan.through.filter(({ isBeside }) => !isBeside)
  if (plan.through.length === 0 && plan.labels.length === 0) {
    const sql = selectSql(plan, plan.columns(everything.role), { rest: `WHERE t.id = $1 ${lock}` })
    return recordOf(plan, await rawRows(db, prepared(sql, [id])))
  }
  // What is read next is what the writer before left, in every table. Reading in the statement that waits would mix it
  // with what was there when the waiting began.
  // Whoever keeps this record's flat fields is locked first, by every writer, so that none waits for another in a circle.
  const locked = [...held.map(({ alias }) => alias), 't'].join(', ')
  await db.query(
    prepared(`SELECT FROM ${plan.table} t ${joinsOf(held)} WHERE t.id = $1 FOR UPDATE OF ${locked}`, [id]),
  )
  return findRecord(db, plan, id, everything)
}

function recordOf(plan: Plan, [row]: RawRow[]): WireRecord | undefined {
  return row && (JSON.parse(rowToJson(plan.columns(everything.role), row)) as WireRecord)
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

/**
 * Updates a row, raises its version and answers the record as it is now, in one statement whose text is the same
 * whatever the values given: each of the others is set to what it was.
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
    (name) => fields[name]?.storage.in === 'own' && !fields[name].derived,
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

/** SQL that folds a text as `foldText` does. */
export function foldedSql(expression: string): string {
  return `fold_text(lower(normalize(${expression}, NFKD) COLLATE "und-x-icu"))`
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
  const text = `' ' || coalesce(${foldedSql(`concat_ws(' ', ${parts.join(', ')})`)}, '')`
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
