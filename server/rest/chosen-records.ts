import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { Condition } from '@agremia/resources/action.ts'
import { hasScope } from '@agremia/resources/api-scopes.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { presentationParameters } from '@agremia/resources/list-parameters.ts'
import { ApiError, invalid } from '../errors.ts'
import type { Sql } from '../database/sql.ts'
import { empty, inline, join, sql } from '../database/sql.ts'
import { orderOf, whereOf } from './list-conditions.ts'
import { parseListQuery } from './list-query.ts'
import type { World } from './modules.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { planFor, requireAccess, scopeOf } from './scope.ts'
import type { Clause } from './select-rows.ts'
import { joinsOf, neededJoins } from './select-rows.ts'
import type { FieldMessages } from '../errors.ts'

/** Records selected one by one, or the records of a list, by the parameters of its `GET`. */
type Selection = { ids: string[] } | { query: Record<string, string | string[]> }

const maxIds = 20_000

export interface SelectionContext {
  caller: Pick<Caller, 'role' | 'scopes' | 'hidden' | 'protectsPeople'>
  today: string
  /** The field of the request that holds the selection, for error messages. */
  field?: string
}

/** SQL of the selected records: table `t` and the joins that `where` needs. Throws 422 on the field. */
export function selectedRecords(
  world: World,
  resource: string,
  selection: unknown,
  context: SelectionContext,
): { from: Sql; where: Sql } {
  const plan = planFor(planOf(world, resource), 'list', context.caller)
  const { table, where } = selectionSql(world, plan, selection, context)
  return { from: sql`${table} ${joinsOf(plan.through)}`, where: where.sql }
}

/**
 * SQL of the members of the selected records, which are members or have the field `memberId`; the table is `t`. Throws 403 when the caller
 * may not read the records, and 422 on the field.
 */
export function selectedMembers(
  world: World,
  resource: string,
  selection: unknown,
  context: SelectionContext & { caller: Caller },
): { from: Sql; where: Sql } {
  const chosen = selectedRecords(world, resource, selection, context)
  if (resource === members.name) return chosen
  const { access } = planOf(world, resource).definition
  requireAccess(
    hasScope(context.caller, resource, 'read') && decide(access, 'read', context.caller),
    context.caller,
  )
  return {
    from: sql`members t`,
    where: sql`t.id IN (SELECT t.member_id FROM ${chosen.from} WHERE ${chosen.where})`,
  }
}

/**
 * SQL that selects the chosen records that the caller may read: `record_id`, `label`, `place` from 1, in the order of the ids or
 * of the list, and `refusal`, the sentence of the first condition that the record does not meet. Throws 422 on the field.
 */
export function labelledRecords(
  world: World,
  resource: string,
  selection: unknown,
  { conditions = [], ...context }: SelectionContext & { caller: Caller; conditions?: readonly Condition[] },
): Sql {
  const plan = planFor(planOf(world, resource), 'list', context.caller)
  const { table, where, order } = selectionSql(world, plan, selection, context)
  const { constraint } = scopeOf(plan, 'read', context.caller)
  const readable = whereOf(plan, { filters: [], words: [] }, constraint)
  const label = labelOf(plan)
  const through = { sql: empty, aliases: new Set(plan.through.map(({ alias }) => alias)) }
  const refusal = refusalOf(plan, conditions)
  const joins = neededJoins(plan, [through, where, readable, refusal, order, label])
  return sql`SELECT t.id AS record_id, ${label.sql} AS label, row_number() OVER (ORDER BY ${order.sql}) AS place,
      ${refusal.sql} AS refusal
    FROM ${table} ${joins} WHERE ${where.sql} AND ${readable.sql}`
}

/** The sentence that refuses an action on the record; null when it is possible. */
function refusalOf(plan: Plan, conditions: readonly Condition[]): Clause {
  const cases = conditions.map((condition) => {
    const isUnmet = 'is' in condition
    const clause = whereOf(plan, { filters: [], words: [] }, isUnmet ? condition.is : condition.isNot)
    const met = sql`coalesce(${clause.sql}, false)`
    const when = isUnmet ? sql`NOT ${met}` : met
    return { ...clause, sql: sql`WHEN ${when} THEN ${condition.otherwise}::text` }
  })
  return {
    sql:
      cases.length === 0
        ? sql`NULL::text`
        : sql`CASE ${join(
            cases.map((one) => one.sql),
            ' ',
          )} END`,
    aliases: new Set(cases.flatMap(({ aliases }) => [...aliases])),
  }
}

const maxLabelLength = 300

/** The label of a record: the fields of its name template, or its title. */
function labelOf(plan: Plan): Clause {
  const { nameTemplate, title, fields } = plan.definition
  // Moments of the system are no field, and say little.
  const named = (nameTemplate?.match(/(?<=\{)\w+(?=\})/g) ?? []).filter((name) => name in fields)
  const names = named.length > 0 ? named : [title]
  const keys = names.map((name) => (fields[name]?.reference ? `${referenceBase(name)}Label` : name))
  const columns = keys.flatMap((key) => plan.columns('admin').filter((column) => column.key === key))
  const parts = columns.map((column) => sql`nullif(${column.sql}::text, '')`)
  return {
    sql: sql`left(concat_ws(' · ', ${join(parts, ', ')}), ${inline(maxLabelLength)})`,
    aliases: new Set(columns.map(({ alias }) => alias)),
  }
}

/** SQL of the selection and its order. Throws 422 on the field. */
function selectionSql(
  { plans }: World,
  plan: Plan,
  selection: unknown,
  { caller, today, field = 'audience' }: SelectionContext,
): { table: Sql; where: Clause; order: Clause } {
  const refuse = (message: string) => invalid({ [field]: [message] })
  const parsed = parseSelection(selection, refuse)
  const noAliases = new Set<string>()
  if ('ids' in parsed) {
    const ids = [...new Set(parsed.ids.map((id) => id.toLowerCase()))]
    return {
      table: sql`${plan.table} t JOIN unnest(${ids}::uuid[]) WITH ORDINALITY AS chosen_ids (chosen_id, chosen_place) ON chosen_id = t.id`,
      where: { sql: sql`true`, aliases: noAliases },
      order: { sql: sql`chosen_place`, aliases: noAliases },
    }
  }
  const parameters = Object.fromEntries(
    Object.entries(parsed.query).filter(([name]) => name === '_sort' || !presentationParameters.has(name)),
  )
  try {
    const sort = plan.definition.list?.sort ?? '-created_at'
    const query = parseListQuery(plan, { _sort: sort, ...parameters }, { caller, today, plans })
    return { table: sql`${plan.table} t`, where: whereOf(plan, query, {}), order: orderOf(plan, query) }
  } catch (error) {
    if (error instanceof ApiError) throw refuse(error.message)
    throw error
  }
}

/** Errors of a selection, by field. Does not query the database. */
export function selectionErrors(
  world: World,
  resource: string,
  selection: unknown,
  context: SelectionContext,
): FieldMessages {
  try {
    selectedRecords(world, resource, selection, context)
    return {}
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.errors ?? {}
  }
}

function parseSelection(selection: unknown, refuse: (message: string) => ApiError): Selection {
  const { ids, query, ...others } = (selection ?? {}) as Record<string, unknown>
  if (Object.keys(others).length > 0 || (ids === undefined) === (query === undefined))
    throw refuse('Indique quais: ids, ou a pesquisa em query.')
  if (ids !== undefined) {
    if (!Array.isArray(ids) || ids.length === 0) throw refuse('Escolha pelo menos um.')
    if (ids.length > maxIds) throw refuse(`No máximo ${maxIds} escolhidos um a um.`)
    if (!ids.every((id) => isId(id))) throw refuse('Há escolhidos que não existem.')
    return { ids: ids as string[] }
  }
  const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  if (typeof query !== 'object' || query === null || Array.isArray(query))
    throw refuse('A pesquisa em query tem de ser um objeto.')
  const values = Object.values(query)
  if (!values.every((value) => isText(value) || (Array.isArray(value) && value.every(isText))))
    throw refuse('Os valores da pesquisa em query são textos.')
  return { query: query as Record<string, string | string[]> }
}
