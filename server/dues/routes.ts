import type { LeftOutReason } from '@agremia/resources/definitions/quota-runs.ts'
import { leftOutReasons, quotaRuns } from '@agremia/resources/definitions/quota-runs.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction } from '../database/transaction.ts'
import { invalid } from '../errors.ts'
import { checkInput } from '../rest/check.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { bodyOf } from '../rest/register-resource.ts'
import { constraintOf } from '../rest/scope.ts'
import type { Selection } from './candidates.ts'
import { takeMemory } from './candidates.ts'
import { leftOutOf, previewRun } from './preview-run.ts'
import { readSelection } from './quota-runs.ts'

/** Besides plain CRUD: what a generation of quotas would make, and all whom it would leave out for a reason. */
export function dueRoutes(app: FastifyInstance, engine: Engine): void {
  const { database } = engine.world
  app.post('/quota_runs/preview', async (request) => {
    const selection = await selectionOf(engine, request, bodyOf(request))
    const preview = await inTransaction(database, async (db) => {
      await takeMemory(db)
      return previewRun(db, selection)
    })
    return { data: preview }
  })
  app.post('/quota_runs/left_out', async (request) => {
    const { reason, ...input } = bodyOf(request)
    const selection = await selectionOf(engine, request, input)
    if (!isReason(reason)) throw invalid({ reason: ['Escolha um dos motivos da previsão.'] })
    return { data: await leftOutOf(database.pool, selection, reason) }
  })
}

/** What somebody who may generate quotas asks about. Throws 403 and 422. */
async function selectionOf(
  engine: Engine,
  { caller }: FastifyRequest,
  input: Record<string, unknown>,
): Promise<Selection> {
  const { organisation } = engine.world
  constraintOf(quotaRuns.access.create(caller), caller)
  const today = await organisation.today()
  const given = { caller, settings: await organisation.settings(), today, input, before: null }
  const { values, errors } = checkInput({ ...given, plan: planOf(engine, quotaRuns.name), mode: 'create' })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return readSelection(values, { today, terminology: await organisation.terminology() })
}

function isReason(reason: unknown): reason is LeftOutReason {
  return typeof reason === 'string' && Object.hasOwn(leftOutReasons, reason)
}
