import type { Caller } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { askingParameters } from '@agremia/resources/list-parameters.ts'
import { ApiError, invalid } from '../errors.ts'
import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'
import { whereOf } from './list-conditions.ts'
import { parseListQuery } from './list-query.ts'
import type { Engine, FieldMessages } from './modules.ts'
import { planOf } from './modules.ts'
import { joinsOf } from './select-rows.ts'

/** Records chosen one by one, or all those of a list: the parameters of its `GET`. */
type Chosen = { ids: string[] } | { query: Record<string, string | string[]> }

const mostIds = 20_000

export interface Choosing {
  caller: Pick<Caller, 'role'>
  today: string
  /** The field of the request that says which, for what is wrong with it. */
  field?: string
}

/** SQL of the records that somebody chose, as `t` with the joins that `where` speaks of. Throws 422 on the field. */
export function chosenRecords(
  engine: Engine,
  resource: string,
  given: unknown,
  { caller, today, field = 'audience' }: Choosing,
): { from: Sql; where: Sql } {
  const refuse = (message: string) => invalid({ [field]: [message] })
  const chosen = readChosen(given, refuse)
  const plan = planOf(engine, resource)
  const from = sql`${plan.table} t ${joinsOf(plan.through)}`
  if ('ids' in chosen) return { from, where: sql`t.id = ANY(${chosen.ids}::uuid[])` }
  const parameters = Object.fromEntries(
    Object.entries(chosen.query).filter(([name]) => !askingParameters.has(name)),
  )
  try {
    const query = parseListQuery(plan, parameters, { role: caller.role, today })
    return { from, where: whereOf(plan, query, {}).sql }
  } catch (error) {
    if (error instanceof ApiError) throw refuse(error.message)
    throw error
  }
}

/** What is wrong with what somebody chose, by field; nothing is asked of the database. */
export function chosenProblems(
  engine: Engine,
  resource: string,
  given: unknown,
  choosing: Choosing,
): FieldMessages {
  try {
    chosenRecords(engine, resource, given, choosing)
    return {}
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.errors ?? {}
  }
}

function readChosen(given: unknown, refuse: (message: string) => ApiError): Chosen {
  const { ids, query, ...others } = (given ?? {}) as Record<string, unknown>
  if (Object.keys(others).length > 0 || (ids === undefined) === (query === undefined))
    throw refuse('Indique quais: ids, ou a pesquisa em query.')
  if (ids !== undefined) {
    if (!Array.isArray(ids) || ids.length === 0) throw refuse('Escolha pelo menos um.')
    if (ids.length > mostIds) throw refuse(`No máximo ${mostIds} escolhidos um a um.`)
    if (!ids.every((id) => typeof id === 'string' && isId(id))) throw refuse('Há escolhidos que não existem.')
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
