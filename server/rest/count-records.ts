import type { Constraint } from '@agremia/resources/access.ts'
import type { Querying } from '../database/querying.ts'
import { euros } from './euros.ts'
import { hasKeptTotals, totalsTableOf } from './kept-totals.ts'
import type { ListQuery } from './list-query.ts'
import { whereOf } from './list-conditions.ts'
import type { Plan } from './plan.ts'
import type { RawRow } from './select-rows.ts'
import { neededJoins, rawRows } from './select-rows.ts'
import { prepared } from './statements.ts'

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
export function sumsOf(plan: Plan): string {
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

export function totalOf([total, sums]: RawRow = []): Total {
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
