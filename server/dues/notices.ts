import { staff } from '@agremia/resources/access.ts'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { bodyOf } from '../rest/register-resource.ts'
import { constraintOf } from '../rest/scope.ts'
import { isSkipReason } from './judged-debtors.ts'
import { readNoticeFilter } from './notice-filter.ts'
import { previewNotices } from './preview-notices.ts'
import { skippedFor } from './skipped-debtors.ts'

/** How notices to those who owe would turn out; they are sent by the bulk action `notices`. */
export function noticeRoutes(app: FastifyInstance, engine: Engine): void {
  app.post('/payment_notices/preview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const { at = 0, ...filter } = bodyOf(request)
    const place = wholeNumber('at', at)
    return { data: await previewNotices(engine, readNoticeFilter(filter), place) }
  })
  app.post('/payment_notices/skipped', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const { reason, after = 0, ...given } = bodyOf(request)
    const { world } = engine
    const place = wholeNumber('after', after)
    const filter = readNoticeFilter(given)
    if (!isSkipReason(reason)) throw invalid({ reason: ['Escolha um dos motivos da previsão.'] })
    const settings = await world.organisation.settings()
    const today = await world.organisation.today()
    return { data: await skippedFor(world.database.pool, filter, { reason, settings, today, after: place }) }
  })
}

function wholeNumber(name: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 2_147_483_647)
    throw invalid({ [name]: ['Indique um número inteiro.'] })
  return value
}
