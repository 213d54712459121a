import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'
import { bodyOf } from '../rest/register-resource.ts'

export interface ChosenMessages {
  sql: string
  values: unknown[]
}

/** The messages that a request names: some, or all. Throws 400 or 422. */
export function chosenMessages(request: FastifyRequest): ChosenMessages {
  const { ids, all } = bodyOf(request)
  if (all === true && ids === undefined) return { sql: 'true', values: [] }
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= 20_000
  if (!isList || !ids.every((id) => typeof id === 'string' && isId(id)))
    throw invalid({ ids: ['Indique as mensagens em ids, ou todas com all.'] })
  return { sql: 'id = ANY($1::uuid[])', values: [ids] }
}
