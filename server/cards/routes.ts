import { staff } from '@agremia/resources/access.ts'
import { cardRuns } from '@agremia/resources/definitions/card-runs.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance } from 'fastify'
import { invalid, notFound } from '../errors.ts'
import { checkInput } from '../rest/check.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { bodyOf } from '../rest/request.ts'
import { constraintOf, scopeOf } from '../rest/scope.ts'
import { findRecord } from '../rest/find-record.ts'
import { readCard } from './card-contents.ts'
import { cardDocumentUrl } from './documents.ts'
import { paintQr } from './draw/paint-qr.ts'
import { paintWholeSides } from './paint-sides.ts'
import type { RunAsked } from './runs.ts'
import { previewCardRun } from './runs.ts'
import { validUntilOf } from './validity.ts'

interface Params {
  Params: { id: string }
}

/** Besides plain CRUD: what an issue would make, how a card looks, and links to what is printed. */
export function cardRoutes(app: FastifyInstance, engine: Engine): void {
  const { world } = engine
  app.post('/card_runs/preview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const [today, settings] = [await world.organisation.today(), await world.organisation.settings()]
    const { caller } = request
    const given = { caller, settings, today, input: bodyOf(request), before: null }
    const { values, errors } = checkInput({ ...given, plan: planOf(engine, cardRuns.name), mode: 'create' })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const asked = {
      kind: values['kind'] ?? 'missing',
      audience: values['audience'] ?? null,
      needsPhoto: values['needsPhoto'] ?? 'no',
      validUntil: values['validUntil'] ?? null,
    } as RunAsked
    const until = asked.validUntil ?? validUntilOf(settings, today)
    return { data: { ...(await previewCardRun(engine, asked, { today, until, caller })), validUntil: until } }
  })
  app.get<Params>('/membership_cards/:id/preview', async (request) => {
    const id = await readableCard(engine, request)
    const card = await readCard(world, id)
    if (!card) throw notFound()
    const { url, values } = card
    return { data: { ...(await paintWholeSides(engine, card)), qr: paintQr(url), code: values.codigo } }
  })
  app.get<Params>('/membership_cards/:id/document', async (request) => {
    const id = await readableCard(engine, request)
    return { data: { url: await cardDocumentUrl(world, { id, layout: 'single' }) } }
  })
}

/** The card, when the caller may see it. */
async function readableCard(
  engine: Engine,
  request: { params: { id: string }; caller: Parameters<typeof scopeOf>[2] },
) {
  const plan = planOf(engine, 'membershipCards')
  const scope = scopeOf(plan, 'read', request.caller)
  const { id } = request.params
  const found = isId(id) && (await findRecord(engine.world.database.pool, plan, id, scope))
  if (!found) throw notFound()
  return found._id
}
