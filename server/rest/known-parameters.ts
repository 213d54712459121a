import type { FastifyRequest } from 'fastify'
import { badRequest } from '../errors.ts'

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
