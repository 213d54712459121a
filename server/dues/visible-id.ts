import type { FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { idOf } from '../rest/register-resource.ts'
import { scopeOf } from '../rest/scope.ts'
import { findRecordJson } from '../rest/find-record.ts'

/** The id of the record that an address names, for whoever may read it. Throws 404. */
export async function visibleId(
  engine: Engine,
  resource: string,
  { params, caller }: FastifyRequest<{ Params: { id: string } }>,
): Promise<string> {
  const plan = planOf(engine, resource)
  const id = await idOf(engine, plan, params.id)
  const { pool } = engine.world.database
  if ((await findRecordJson(pool, plan, id, scopeOf(plan, 'read', caller))) === undefined) throw notFound()
  return id
}
