import type { Constraint, Role } from '@agremia/resources/access.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { empty, execute, inline, prepared, sql } from '../database/sql.ts'
import type { Total } from './count-records.ts'
import { sumsOf, totalOf } from './count-records.ts'
import type { ListQuery } from './list-query.ts'
import { orderOf, whereOf } from './list-conditions.ts'
import { largestLimit } from '@agremia/resources/list-parameters.ts'
import { allRecords } from './list-query.ts'
import type { Column, Expression, Plan, Rank } from './plan.ts'
import { rowsToJson } from './plan.ts'
import type { Scope } from './scope.ts'
import type { Clause, RawRow } from './select-rows.ts'
import { clauseOf, neededJoins, rawRows, selectSql } from './select-rows.ts'

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
  const isUsual = query.page === 1 && where.sql.values.length === 0 && !rankFirst(plan, query)
  if (!isUsual)
    return recordsJson(db, await pageIds(db, plan, query, scope), plan, listColumns(plan, query, scope.role))
  const columns = listColumns(plan, query, scope.role)
  // Only the records of the page are looked up elsewhere, and PostgreSQL knows how few they are.
  const order = orderOf(plan, query)
  const chosen = sql`SELECT t.* FROM ${plan.table} t ${neededJoins(plan, [where, order])} WHERE ${where.sql}
    ORDER BY ${order.sql} LIMIT ${inline(query.limit)}`
  const statement = selectSql(plan, columns, { from: sql`(${chosen}) t`, clauses: [orderBy(order)] })
  return rowsToJson(columns, await rawRows(db, prepared(statement, 'list')))
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
  const from = sql`${plan.table} t ${neededJoins(plan, [where])}`
  const found = sql`SELECT t.* FROM ${from} WHERE ${where.sql} LIMIT ${inline(mostSorted + 1)}`
  const sorted = sql`SELECT t.id FROM found t ${neededJoins(plan, [order])}
    WHERE counted.total <= ${inline(mostSorted)} ORDER BY ${order.sql} ${limitsOf(query)}`
  // The outer side is a single row, so the page keeps its order.
  const rows = await rawRows(
    db,
    sql`WITH found AS MATERIALIZED (${found}), counted AS (SELECT count(*) AS total, ${sumsOf(plan)} AS sums FROM found t)
    SELECT page.id, counted.total, counted.sums FROM counted LEFT JOIN LATERAL (${sorted}) page ON true`,
  )
  const total = totalOf(rows[0]?.slice(1))
  if (total.total > mostSorted) return undefined
  const ids = rows.filter(([id]) => id !== null)
  return { page: await recordsJson(db, ids, plan, listColumns(plan, query, scope.role)), total }
}

/** Up to how many records a whole list is read as a page is, without a turn: the statement that reads these is planned once. */
const mostAtOnce = largestLimit

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
  const limits = query.limit === allRecords ? empty : limitsOf(query)
  const clauses = [
    { ...where, sql: sql`WHERE ${where.sql}` },
    orderBy(orderOf(plan, query)),
    { sql: limits, aliases: new Set<string>() },
  ]
  yield* streamSql(db, selectSql(plan, columns, { clauses }))
}

/** The rows of a statement as text, in batches, through a cursor. Needs a transaction. */
export async function* streamSql(db: Querying, statement: Sql): AsyncGenerator<RawRow[]> {
  await execute(db, sql`DECLARE list_cursor NO SCROLL CURSOR FOR ${statement}`)
  for (;;) {
    const rows = await rawRows(db, sql`FETCH ${inline(streamBatch)} FROM list_cursor`)
    if (rows.length > 0) yield rows
    if (rows.length < streamBatch) break
  }
  await execute(db, sql`CLOSE list_cursor`)
}

/**
 * The ids of a page, from its conditions and its order alone: whatever is skipped is not read. Planned for the values
 * asked for, since what suits a rare one does not suit a frequent one.
 */
function pageIds(db: Querying, plan: Plan, query: ListQuery, { constraint }: Scope): Promise<RawRow[]> {
  return rawRows(db, pageStatement(plan, query, constraint))
}

/** The statement that finds the ids of a page. */
export function pageStatement(plan: Plan, query: ListQuery, constraint: Constraint): Sql {
  const where = whereOf(plan, query, constraint)
  const ranked = rankFirst(plan, query)
  if (ranked) return rankedSql(plan, query, { ...ranked, where })
  const order = orderOf(plan, query)
  const from = sql`${plan.table} t ${neededJoins(plan, [where, order])}`
  return sql`SELECT t.id FROM ${from} WHERE ${where.sql} ORDER BY ${order.sql} ${limitsOf(query)}`
}

interface Ranked {
  rank: Rank
  /** What holds the values. */
  expression: Expression
  descending: boolean
}

/** The order of values that the list is put in, if it is in such an order and no other. */
function rankFirst(plan: Plan, { orders, exact }: ListQuery): Ranked | undefined {
  const [first, ...others] = orders
  const rank = first && plan.ranks[first.field]
  if (!rank || others.length > 0 || exact !== undefined) return undefined
  return { rank, expression: plan.expressions[first.field] as Expression, descending: first.descending }
}

/**
 * The page of a list by the order of few values, which an index cannot hold, since people change it: of each value as many ids
 * as the page may need, which an index of the value and the id does hold, and these in order.
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

/** The records of these ids as JSON text, in their order. */
async function recordsJson(db: Querying, ids: RawRow[], plan: Plan, columns: Column[]): Promise<string> {
  if (ids.length === 0) return '[]'
  const from = sql`unnest(${ids.map(([id]) => id)}::uuid[]) WITH ORDINALITY page (id, place) JOIN ${plan.table} t ON t.id = page.id`
  const place = { sql: sql`ORDER BY page.place`, aliases: new Set<string>() }
  return rowsToJson(
    columns,
    await rawRows(db, prepared(selectSql(plan, columns, { from, clauses: [place] }), 'list')),
  )
}
