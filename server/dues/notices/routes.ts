import { staff } from '@agremia/resources/access.ts'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../../errors.ts'
import type { Engine } from '../../rest/modules.ts'
import { bodyOf } from '../../rest/request.ts'
import { constraintOf } from '../../rest/scope.ts'
import { isSkipReason, skippedFor, findDebtors, skippedByReason } from './debtors.ts'
import { readNoticeFilter, noticeSteps } from './notice-filter.ts'
import { execute, sql } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Tx } from '../../database/transaction.ts'
import { channelFor, messageAsRead } from '../../messages/index.ts'
import type { Channel } from '../../messages/index.ts'
import type { Debtor } from './debtors.ts'
import type { NoticeFilter, NoticeStep } from './notice-filter.ts'
import { tellDebtor } from './notice-task.ts'

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

interface Group {
  step: NoticeStep
  channel: Channel
  count: number
  /** Euros. */
  total: number
}

/** Who would be told, by which step and channel, who would not and why, and what the one at place `at` would read. */
export async function previewNotices(engine: Engine, filter: NoticeFilter, at: number) {
  const { world } = engine
  const settings = await world.organisation.settings()
  const today = await world.organisation.today()
  const { alike, skipped, debtors } = await findDebtors(world.database.pool, filter, {
    settings,
    today,
    portion: { limit: 1, offset: at },
  })
  const groups = groupsOf(alike.filter(({ skip }) => skip === null))
  const [one] = debtors
  return {
    count: sumOf(groups, 'count'),
    total: sumOf(groups, 'total'),
    bySteps: Object.fromEntries(
      noticeSteps.map((name) => [
        name,
        sumOf(
          groups.filter(({ step }) => step === name),
          'count',
        ),
      ]),
    ),
    groups,
    skipped,
    skippedByReason: skippedByReason(alike),
    sample: one ? await sampleOf(engine, one) : null,
  }
}

function sumOf(groups: readonly Group[], what: 'count' | 'total'): number {
  // Sums of cents, so that no fraction of one appears.
  return groups.reduce((sum, group) => sum + Math.round(group[what] * 100), 0) / 100
}

function groupsOf(alike: Awaited<ReturnType<typeof findDebtors>>['alike']): Group[] {
  const groups = new Map<string, Group>()
  for (const { step, wanted, preferred, hasEmail, hasMobile, hasAddress, count, total } of alike) {
    const name = noticeSteps[step - 1]
    if (!name) continue
    const channel = channelFor(wanted, {
      preferred,
      email: hasEmail ? 'email' : null,
      mobile: hasMobile ? 'mobile' : null,
      hasAddress,
    })
    const key = `${step} ${channel}`
    const known = groups.get(key) ?? { step: name, channel, count: 0, total: 0 }
    groups.set(key, {
      ...known,
      count: known.count + count,
      total: Math.round(known.total * 100 + total) / 100,
    })
  }
  return [...groups.values()].toSorted(
    (one, other) =>
      noticeSteps.indexOf(one.step) - noticeSteps.indexOf(other.step) ||
      one.channel.localeCompare(other.channel),
  )
}

/** The very message that would leave: it is written, read and taken back. */
async function sampleOf({ world }: Engine, debtor: Debtor) {
  const settings = await world.organisation.settings()
  const today = await world.organisation.today()
  const { memberId, name, memberNumber, step, total } = debtor
  return inTransaction(world.database, async (db: Tx) => {
    await execute(db, sql`SAVEPOINT preview`)
    const told = await tellDebtor({ db, world, settings, today, changes: [] }, debtor)
    const message = told ? await messageAsRead({ db, world }, told.id) : null
    await execute(db, sql`ROLLBACK TO SAVEPOINT preview`)
    if (!told || !message) return null
    const { multibancoProblem } = told
    const about = { memberId, name, memberNumber, step: noticeSteps[step - 1], total: total / 100 }
    return { ...about, multibancoProblem, ...message }
  })
}
