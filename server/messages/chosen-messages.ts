import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'
import { bodyOf } from '../rest/register-resource.ts'

export interface ChosenMessages {
  sql: string
  values: unknown[]
}

/** The messages that a request names: some, those of a bulk sending, or all. Throws 400 or 422. */
export function chosenMessages(request: FastifyRequest): ChosenMessages {
  const { ids, all, batchId } = bodyOf(request)
  if ([ids, all, batchId].filter((one) => one !== undefined).length > 1)
    throw invalid({ ids: ['Indique só uma de ids, batchId e all.'] })
  if (all === true) return { sql: 'true', values: [] }
  if (typeof batchId === 'string' && isId(batchId)) return { sql: 'batch_id = $1::uuid', values: [batchId] }
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= 20_000
  if (!isList || !ids.every((id) => typeof id === 'string' && isId(id)))
    throw invalid({ ids: ['Indique as mensagens em ids, as de um envio com batchId, ou todas com all.'] })
  return { sql: 'id = ANY($1::uuid[])', values: [ids] }
}
