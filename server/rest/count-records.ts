import type { Constraint } from '@agremia/resources/access.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { empty, join, literals, prepared, sql } from '../database/sql.ts'
import { euros } from './euros.ts'
import { hasStoredTotals, totalsTableOf } from './stored-totals.ts'
import type { ListQuery } from './list-query.ts'
import { whereOf } from './list-conditions.ts'
import type { Expression, Plan } from './plan.ts'
import type { RawRow } from './select-rows.ts'
import { neededJoins, rawRows } from './select-rows.ts'

/** Number of records of a list, and as JSON text the sums of its `summed` fields. */
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
  // The table of stored totals has the same column names as the records.
  const [count, from] = hasStoredTotals(plan.definition, query, constraint)
    ? [sql`coalesce(sum(t.records), 0)`, sql`${totalsTableOf(plan.definition)} t`]
    : [sql`count(*)`, sql`${plan.table} t ${neededJoins(plan, [where])}`]
  const statement = sql`SELECT ${count}, ${sumsSql(plan)} FROM ${from} WHERE ${where.sql}`
  // Without parameters the text is always the same, so it can be prepared.
  const rows = await rawRows(db, where.sql.values.length === 0 ? prepared(statement, 'list') : statement)
  return totalOf(rows[0])
}

/** SQL of the sums as one JSON text, in euros; null when the resource has no `summed` fields. */
export function sumsSql(plan: Plan): Sql {
  if (!hasSums(plan)) return sql`NULL`
  const { definition } = plan
  const expressionOf = (name: string) => (plan.expressions[name] as Expression).sql
  const summed = Object.keys(definition.fields).filter((name) => definition.fields[name]?.summed)
  const { summedWhere } = definition.list ?? {}
  const only = summedWhere
    ? sql` FILTER (WHERE ${expressionOf(summedWhere.field)} IN (${literals(summedWhere.values)}))`
    : empty
  const pairs = summed.map(
    (name) => sql`${literals([name])}, ${euros(sql`sum(${expressionOf(name)})${only}`)}`,
  )
  return sql`json_build_object(${join(pairs, ', ')})`
}

/** Whether the resource has `summed` fields. */
export function hasSums({ definition }: Plan): boolean {
  return Object.values(definition.fields).some(({ summed }) => summed)
}

export function totalOf([total, sums]: RawRow = []): Total {
  return { total: Number(total), ...(sums != null && { sums }) }
}

/** Whether the total also depends on records of other resources. */
export function dependsOnOtherResources(plan: Plan, query: ListQuery, constraint: Constraint): boolean {
  if (query.words.length > 0 && plan.definition.list?.searchIn) return true
  const { aliases } = whereOf(plan, query, constraint)
  return plan.through.some(({ alias, isBeside }) => isBeside && aliases.has(alias))
}

/** Cache key of a total. */
export function totalCacheKey(plan: Plan, query: ListQuery, constraint: Constraint): string {
  const { text, values } = whereOf(plan, query, constraint).sql
  return values.length === 0 ? text : `${text} ${JSON.stringify(values)}`
}
