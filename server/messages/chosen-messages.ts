import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'
import { invalid } from '../errors.ts'
import { bodyOf } from '../rest/request.ts'

/** Condition for the messages of a request: `ids`, those of a batch (`batchId`), or `all`. Throws 400 or 422. */
export function chosenMessages(request: FastifyRequest): Sql {
  const { ids, all, batchId } = bodyOf(request)
  if ([ids, all, batchId].filter((one) => one !== undefined).length > 1)
    throw invalid({ ids: ['Indique só uma de ids, batchId e all.'] })
  if (all === true) return sql`true`
  if (typeof batchId === 'string' && isId(batchId)) return sql`batch_id = ${batchId}::uuid`
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= 20_000
  if (!isList || !ids.every((id) => typeof id === 'string' && isId(id)))
    throw invalid({ ids: ['Indique as mensagens em ids, as de um envio com batchId, ou todas com all.'] })
  return sql`id = ANY(${ids}::uuid[])`
}
