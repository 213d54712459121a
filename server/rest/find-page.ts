import type { Constraint, FieldReader } from '@agremia/resources/access.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { empty, execute, inline, join, prepared, raw, sql } from '../database/sql.ts'
import type { Total } from './totals.ts'
import { summedColumns, sumsSql, totalOf } from './totals.ts'
import type { ListQuery } from './list-query.ts'
import { orderKeys, orderOf, whereOf } from './list-conditions.ts'
import { allRecords, maxLimit } from '@agremia/resources/list-parameters.ts'
import type { Column, Expression, Plan, Rank } from './plan.ts'
import { rowsToJson } from './plan.ts'
import type { Scope } from './scope.ts'
import type { Clause, RawRow } from './select-rows.ts'
import { clauseOf, neededJoins, rawRows, selectSql } from './select-rows.ts'

/** The columns of a list that the reader may read, limited to the requested ones. */
export function listColumns(
  plan: Plan,
  { columns }: Pick<ListQuery, 'columns'>,
  reader: FieldReader,
): Column[] {
  const all = plan.columns(reader, 'list')
  if (columns.length === 0) return all
  const fields = new Set(columns.map((name) => plan.definition.fields[name]))
  return all.filter(({ field }) => !field || fields.has(field))
}

/** Reads one page as JSON text. */
export async function findPage(db: Querying, plan: Plan, query: ListQuery, scope: Scope): Promise<string> {
  const where = whereOf(plan, query, scope.constraint)
  // First pages without parameters always have the same text, so they are prepared.
  const isPreparable = query.page === 1 && where.sql.values.length === 0 && !soleRank(plan, query)
  if (!isPreparable)
    return recordsJson(
      db,
      await pageIds(db, plan, query, scope),
      plan,
      listColumns(plan, query, scope.reader),
    )
  const columns = listColumns(plan, query, scope.reader)
  // A subquery limits the page first: the planner then knows that few rows are joined.
  const order = orderOf(plan, query)
  const chosen = sql`SELECT t.* FROM ${plan.table} t ${neededJoins(plan, [where, order])} WHERE ${where.sql}
    ORDER BY ${order.sql} LIMIT ${inline(query.limit)}`
  const statement = selectSql(plan, columns, { from: sql`(${chosen}) t`, clauses: [orderBy(order)] })
  return rowsToJson(columns, await rawRows(db, prepared(statement, 'list')))
}

/**
 * Search results up to this number are sorted. Larger ones are found by scanning the list in its order, which stops at a full page;
 * for few results that would scan nearly the whole table.
 */
export const maxSorted = 10_000

const keyColumn = (index: number) => raw(`key_${index}`)

/** Reads a page of a search and its total in one statement. Undefined when there are too many results to sort. */
export async function findPageAndTotal(
  db: Querying,
  plan: Plan,
  query: ListQuery,
  scope: Scope,
): Promise<{ page: string; total: Total } | undefined> {
  const where = whereOf(plan, query, scope.constraint)
  const keys = orderKeys(plan, query)
  // Only what the order and the sums need: thousands of whole rows would not fit in memory.
  const columns = clauseOf([
    { sql: sql`t.id`, alias: 't' },
    ...summedColumns(plan),
    ...keys.map(({ sql: key, alias }, index) => ({ sql: sql`${key} AS ${keyColumn(index)}`, alias })),
  ])
  const found = sql`SELECT ${columns.sql} FROM ${plan.table} t ${neededJoins(plan, [where, columns])} WHERE ${where.sql}
    LIMIT ${inline(maxSorted + 1)}`
  const order = join(
    keys.map(({ direction }, index) => sql`t.${keyColumn(index)}${direction}`),
    ', ',
  )
  const sorted = sql`SELECT t.id FROM found t WHERE counted.total <= ${inline(maxSorted)} ORDER BY ${order} ${limitsOf(query)}`
  // The outer side of the join is a single row, so the page keeps its order.
  const rows = await rawRows(
    db,
    sql`WITH found AS MATERIALIZED (${found}), counted AS (SELECT count(*) AS total, ${sumsSql(plan)} AS sums FROM found t)
    SELECT page.id, counted.total, counted.sums FROM counted LEFT JOIN LATERAL (${sorted}) page ON true`,
  )
  const total = totalOf(rows[0]?.slice(1))
  if (total.total > maxSorted) return undefined
  const ids = rows.filter(([id]) => id !== null)
  return { page: await recordsJson(db, ids, plan, listColumns(plan, query, scope.reader)), total }
}

/** A whole list of up to this many records is read at once, without a turn. The statement is prepared. */
const maxShortList = maxLimit

/** Reads a whole list as JSON text with its total. Undefined when it has a search, or is too long to read at once. */
export async function findShortList(
  db: Querying,
  plan: Plan,
  query: ListQuery,
  scope: Scope,
): Promise<{ page: string; total: number } | undefined> {
  if (query.words.length > 0) return undefined
  const ids = await pageIds(db, plan, { ...query, page: 1, limit: maxShortList + 1 }, scope)
  if (ids.length > maxShortList) return undefined
  return { page: await recordsJson(db, ids, plan, listColumns(plan, query, scope.reader)), total: ids.length }
}

const streamBatch = 1000

/** The records to read, and their columns. */
export interface RowSelection {
  constraint: Constraint
  columns: readonly Column[]
}

/** Reads all records of a query in batches through a cursor, so that memory stays flat. `db` must be inside a transaction. */
export async function* streamRows(
  db: Querying,
  plan: Plan,
  query: ListQuery,
  { constraint, columns }: RowSelection,
): AsyncGenerator<RawRow[]> {
  const where = whereOf(plan, query, constraint)
  const limits = query.limit === allRecords ? empty : limitsOf(query)
  const clauses = [
    { ...where, sql: sql`WHERE ${where.sql}` },
    orderBy(orderOf(plan, query)),
    { sql: limits, aliases: new Set<string>() },
  ]
  yield* streamSql(db, selectSql(plan, columns, { clauses }))
}

/**
 * Reads a statement's rows in batches through a cursor; PostgreSQL makes the next batch while the caller works on one. `db` must be
 * inside a transaction.
 */
export async function* streamSql(db: Querying, statement: Sql): AsyncGenerator<RawRow[]> {
  await execute(db, sql`DECLARE list_cursor NO SCROLL CURSOR FOR ${statement}`)
  const fetch = () => {
    const batch = rawRows(db, sql`FETCH ${inline(streamBatch)} FROM list_cursor`)
    // The caller may stop before it awaits this batch.
    batch.catch(() => {})
    return batch
  }
  for (let next = fetch(); ;) {
    const rows = await next
    const isLast = rows.length < streamBatch
    if (!isLast) next = fetch()
    if (rows.length > 0) yield rows
    if (isLast) break
  }
  await execute(db, sql`CLOSE list_cursor`)
}

/**
 * Ids of a page: reads only conditions and order, so that skipped records cost little. Not prepared: the best plan for a rare
 * value is not the best for a frequent one.
 */
function pageIds(db: Querying, plan: Plan, query: ListQuery, { constraint }: Scope): Promise<RawRow[]> {
  return rawRows(db, pageStatement(plan, query, constraint))
}

/** The statement that selects the ids of a page. */
export function pageStatement(plan: Plan, query: ListQuery, constraint: Constraint): Sql {
  const where = whereOf(plan, query, constraint)
  const ranked = soleRank(plan, query)
  if (ranked) return rankedSql(plan, query, { ...ranked, where })
  const order = orderOf(plan, query)
  const from = sql`${plan.table} t ${neededJoins(plan, [where, order])}`
  return sql`SELECT t.id FROM ${from} WHERE ${where.sql} ORDER BY ${order.sql} ${limitsOf(query)}`
}

interface Ranked {
  rank: Rank
  /** The column that holds the values. */
  expression: Expression
  descending: boolean
}

/** The rank by which the list is sorted, if that is its only order. */
function soleRank(plan: Plan, { orders, exact }: ListQuery): Ranked | undefined {
  const [first, ...others] = orders
  const rank = first && plan.ranks[first.field]
  if (!rank || others.length > 0 || exact !== undefined) return undefined
  return { rank, expression: plan.expressions[first.field] as Expression, descending: first.descending }
}

/**
 * A page sorted by the rank of few values (such as states, whose order people change, so no index holds it). Reads for each value, by
 * its index with the id, as many ids as the page may need, and sorts those.
 */
function rankedSql(
  plan: Plan,
  query: ListQuery,
  { rank, expression, descending, where }: Ranked & { where: Clause },
): Sql {
  const down = descending ? sql` DESC` : empty
  const joins = neededJoins(plan, [where, clauseOf([expression])])
  return sql`SELECT chosen.id FROM (${rank.values}) ranked CROSS JOIN LATERAL (
      SELECT t.id FROM ${plan.table} t ${joins} WHERE ${expression.sql} = ranked.value AND (${where.sql})
      ORDER BY t.id${down} LIMIT ${inline(query.page * query.limit)}) chosen
    ORDER BY ranked.place${down}, chosen.id${down} ${limitsOf(query)}`
}

function orderBy(order: Clause): Clause {
  return { ...order, sql: sql`ORDER BY ${order.sql}` }
}

function limitsOf({ page, limit }: ListQuery): Sql {
  return sql`LIMIT ${inline(limit)} OFFSET ${inline((page - 1) * limit)}`
}

/** Reads the records with these ids as JSON text, in the order of the ids. */
async function recordsJson(db: Querying, ids: RawRow[], plan: Plan, columns: Column[]): Promise<string> {
  if (ids.length === 0) return '[]'
  const from = sql`unnest(${ids.map(([id]) => id)}::uuid[]) WITH ORDINALITY page (id, place) JOIN ${plan.table} t ON t.id = page.id`
  const place = { sql: sql`ORDER BY page.place`, aliases: new Set<string>() }
  return rowsToJson(
    columns,
    await rawRows(db, prepared(selectSql(plan, columns, { from, clauses: [place] }), 'list')),
  )
}
