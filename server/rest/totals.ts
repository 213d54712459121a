import type { Constraint } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { empty, join, literals, prepared, sql } from '../database/sql.ts'
import { euros } from './euros.ts'
import { whereOf } from './list-conditions.ts'
import type { ListQuery } from './list-query.ts'
import { tableOf } from './plan.ts'
import type { Expression, Plan } from './plan.ts'
import type { RawRow } from './select-rows.ts'
import { neededJoins, rawRows } from './select-rows.ts'

/**
 * Cache of list totals, dropped when the resource changes. Counting 100 000 records costs fifty times as much as reading a page, and
 * most pages are requested again without changes in between.
 */
export interface Totals<T> {
  /** Returns the cached total of `key`, or calls `count()`. Concurrent calls share one count. */
  get(resource: string, key: string, count: () => Promise<T>): Promise<T>
  /** Whether `get` would not count. */
  has(resource: string, key: string): boolean
  /** Drops the totals of a resource that changed. */
  forget(resource: string): void
  forgetAll(): void
}

const maxKeys = 500

export function createTotals<T>(): Totals<T> {
  const cache = new Map<string, Map<string, Promise<T>>>()
  return {
    get(resource, key, count) {
      let totals = cache.get(resource)
      if (!totals) cache.set(resource, (totals = new Map()))
      const known = totals.get(key)
      if (known) return known
      if (totals.size >= maxKeys) totals.clear()
      const counting = count()
      totals.set(key, counting)
      const mine = totals
      counting.catch(() => mine.delete(key))
      return counting
    },
    has: (resource, key) => cache.get(resource)?.has(key) ?? false,
    // A count under way stays in the dropped map, so that it cannot hide a change during it.
    forget: (resource) => void cache.delete(resource),
    forgetAll: () => cache.clear(),
  }
}

/** Cache name of a resource's totals. Totals that also depend on other resources have their own name. */
export function totalsName(resource: string, isDependent: boolean): string {
  return isDependent ? `${resource} beside` : resource
}

/** Drops cached totals of a changed resource, and those of other resources that depend on it. */
export function dropTotals(totals: Pick<Totals<unknown>, 'forget'>, resource: string): void {
  totals.forget(resource)
  for (const dependent of dependentsOf(resource)) totals.forget(totalsName(dependent, true))
}

const dependentsByResource = new Map<string, Set<string>>()

/** The resource and all whose lists show, search or filter by fields of its records, directly or indirectly. */
function dependentsOf(resource: string): Set<string> {
  let dependents = dependentsByResource.get(resource)
  if (!dependents) {
    dependents = new Set([resource])
    // A Set's iteration includes values added during it.
    for (const dependent of dependents)
      for (const { name } of allDefinitions.filter(dependsOn(dependent))) dependents.add(name)
    dependentsByResource.set(resource, dependents)
  }
  return dependents
}

function dependsOn(resource: string): (definition: Definition) => boolean {
  return ({ fields, list }) =>
    fields[list?.searchIn ?? '']?.reference === resource ||
    Object.values(fields).some(
      ({ storage, reference }) =>
        reference === resource || (storage.in === 'beside' && storage.resource === resource),
    )
}

/** The table of stored totals of a resource, maintained by triggers (`CALL keep_totals` in a migration). */
export function totalsTableOf(definition: Definition): Sql {
  return sql`${tableOf(definition)}_totals`
}

/** Whether the total is stored: the list has no search and filters only by fields that the totals are grouped by. */
export function hasStoredTotals(
  { definition: { list }, withheld }: Pick<Plan, 'definition' | 'withheld'>,
  { filters, words }: Pick<ListQuery, 'filters' | 'words'>,
  constraint: Constraint,
): boolean {
  const groups = list?.totalsBy
  if (!groups || withheld || words.length > 0) return false
  const fields = [...filters.map(({ field }) => field), ...Object.keys(constraint)]
  return fields.every((field) => groups.includes(field))
}

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
  const [count, from] = hasStoredTotals(plan, query, constraint)
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
  const { summedWhere } = definition.list ?? {}
  const only = summedWhere
    ? sql` FILTER (WHERE ${expressionOf(summedWhere.field)} IN (${literals(summedWhere.values)}))`
    : empty
  const pairs = summedFields(definition).map(
    (name) => sql`${literals([name])}, ${euros(sql`sum(${expressionOf(name)})${only}`)}`,
  )
  return sql`json_build_object(${join(pairs, ', ')})`
}

/** The expressions that `sumsSql` reads; none when the resource has no `summed` fields. */
export function summedColumns({ definition, expressions }: Plan): Expression[] {
  const summed = summedFields(definition)
  const { summedWhere } = definition.list ?? {}
  const names = summed.length > 0 && summedWhere ? [...summed, summedWhere.field] : summed
  return names.map((name) => expressions[name] as Expression)
}

/** Whether the resource has `summed` fields. */
export function hasSums({ definition }: Plan): boolean {
  return summedFields(definition).length > 0
}

function summedFields({ fields }: Definition): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.summed)
}

export function totalOf([total, sums]: RawRow = []): Total {
  return { total: Number(total), ...(sums != null && { sums }) }
}

/** Whether the total also depends on records of other resources. */
export function dependsOnOtherResources(plan: Plan, query: ListQuery, constraint: Constraint): boolean {
  if (plan.withheld || (query.words.length > 0 && plan.definition.list?.searchIn)) return true
  if (query.filters.some(({ referred }) => referred)) return true
  const { aliases } = whereOf(plan, query, constraint)
  return plan.through.some(({ alias, isBeside }) => isBeside && aliases.has(alias))
}

/** Cache key of a total. */
export function totalCacheKey(plan: Plan, query: ListQuery, constraint: Constraint): string {
  const { text, values } = whereOf(plan, query, constraint).sql
  return values.length === 0 ? text : `${text} ${JSON.stringify(values)}`
}
