import type { FastifyInstance } from 'fastify'
import { quotaRuns } from '@agremia/resources/definitions/quota-runs.ts'
import { checkInput } from '../rest/check.ts'
import { invalid } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { bodyOf, constraintOf } from '../rest/register-resource.ts'
import { previewRun } from './preview-run.ts'
import { readSelection } from './quota-runs.ts'

/** Besides plain CRUD: what a generation of quotas would make. */
export function dueRoutes(app: FastifyInstance, engine: Engine): void {
  const { world } = engine
  app.post('/quota_runs/preview', async (request) => {
    constraintOf(quotaRuns.access.create(request.caller), request.caller)
    const today = await world.organisation.today()
    const settings = await world.organisation.settings()
    const given = { caller: request.caller, settings, today, input: bodyOf(request), before: null }
    const { values, errors } = checkInput({ ...given, plan: planOf(engine, quotaRuns.name), mode: 'create' })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const terminology = await world.organisation.terminology()
    return { data: await previewRun(world.database.pool, readSelection(values, { today, terminology })) }
  })
}
