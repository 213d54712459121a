import { allRecords, defaultLimit, limitInRange } from '@agremia/resources/list-parameters.ts'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../errors.ts'

/** Limit against overflow of OFFSET. */
const largestPage = 10_000_000

/** Returns a route's query parameters as texts; of a repeated one the last. Throws 400 that names an unknown parameter. */
export function knownParameters<Name extends string>(
  { query }: Pick<FastifyRequest, 'query'>,
  known: readonly Name[],
): Partial<Record<Name, string>> {
  const given = Object.entries(query as Record<string, unknown>)
  const unknown = given.find(([name]) => !known.includes(name as Name))
  if (unknown) throw unknownParameter(unknown[0])
  return Object.fromEntries(
    given.map(([name, value]) => [name, String((Array.isArray(value) ? value.at(-1) : value) ?? '')]),
  ) as Partial<Record<Name, string>>
}

export function unknownParameter(name: string): Error {
  return badRequest(`Parâmetro desconhecido: «${name.slice(0, 60)}».`)
}

/** Parses a page number, from 1. Throws 400. */
export function pageNumber(given: string): number {
  const page = Number(given)
  if (!/^\d+$/.test(given) || page < 1 || page > largestPage)
    throw badRequest('_page: indique um número inteiro a partir de 1.')
  return page
}

/** Parses a limit: 0 → 1, above 500 → 500, -1 → all, empty → 100. Throws 400. */
export function parseLimit(given: string): number {
  if (given === '') return defaultLimit
  if (!/^-?\d+$/.test(given)) throw badRequest('_limit: indique um número inteiro, ou -1 para todos.')
  return limitInRange(Number(given))
}

/** Query parameters of a page, for hand-written routes. */
export const pageParameters = ['_page', '_limit'] as const

/** Reads `_page` and `_limit`. `sqlLimit` (null for all) and `offset` are the values of LIMIT and OFFSET. Throws 400 when they cannot be read. */
export function readPageParameters({ _page = '1', _limit = '' }: { _page?: string; _limit?: string }) {
  const limit = parseLimit(_limit)
  if (limit === allRecords) return { page: 1, limit, sqlLimit: null, offset: 0 }
  const page = pageNumber(_page)
  return { page, limit, sqlLimit: limit, offset: (page - 1) * limit }
}
