import type { FastifyRequest } from 'fastify'
import { badRequest } from '../errors.ts'

/** The texts of the parameters that a route reads, the last where one is repeated. Any other is a 400 that names it. */
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
