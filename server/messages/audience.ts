import type { Caller } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { invalid } from '../errors.ts'
import { ApiError } from '../errors.ts'
import type { Where } from '../rest/list-query.ts'
import { parseListQuery, whereOf } from '../rest/list-query.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'

/** Members chosen one by one, or all those of a list: the parameters of `GET /members`. */
type Audience = { ids: string[] } | { query: Record<string, string | string[]> }

const mostIds = 20_000
/** Parameters of a list that say nothing of who is in it. */
const ofPages = new Set(['_page', '_limit', '_sort'])

/** SQL of the members that an audience means, as `t` with the joins that `where` speaks of. Throws 422 on `audience`. */
export function membersOf(
  engine: Engine,
  given: unknown,
  { caller, today }: { caller: Pick<Caller, 'role'>; today: string },
): { from: string; where: Where } {
  const audience = readAudience(given)
  const plan = planOf(engine, 'members')
  const from = `members t ${plan.through.map(({ sql }) => sql).join(' ')}`
  if ('ids' in audience) return { from, where: { sql: 't.id = ANY($1::uuid[])', values: [audience.ids] } }
  const parameters = Object.fromEntries(Object.entries(audience.query).filter(([name]) => !ofPages.has(name)))
  try {
    return { from, where: whereOf(plan, parseListQuery(plan, parameters, { role: caller.role, today }), {}) }
  } catch (error) {
    if (error instanceof ApiError) throw invalid({ audience: [error.message] })
    throw error
  }
}

function readAudience(given: unknown): Audience {
  const wrong = (message: string) => invalid({ audience: [message] })
  const { ids, query, ...others } = (given ?? {}) as Record<string, unknown>
  if (Object.keys(others).length > 0 || (ids === undefined) === (query === undefined))
    throw wrong('Indique os destinatários: ids, ou a pesquisa em query.')
  if (ids !== undefined) {
    if (!Array.isArray(ids) || ids.length === 0) throw wrong('Escolha pelo menos uma pessoa.')
    if (ids.length > mostIds) throw wrong(`No máximo ${mostIds} pessoas escolhidas uma a uma.`)
    if (!ids.every((id) => typeof id === 'string' && isId(id)))
      throw wrong('Há destinatários que não existem.')
    return { ids: ids as string[] }
  }
  const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  if (typeof query !== 'object' || query === null || Array.isArray(query))
    throw wrong('A pesquisa em query tem de ser um objeto.')
  const values = Object.values(query)
  if (!values.every((value) => isText(value) || (Array.isArray(value) && value.every(isText))))
    throw wrong('Os valores da pesquisa em query são textos.')
  return { query: query as Record<string, string | string[]> }
}
