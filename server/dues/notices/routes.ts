import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { described, each, oneOf, orNull } from '@agremia/resources/json-shape.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { staffWriters } from '@agremia/resources/access.ts'
import type { Caller } from '@agremia/resources/access.ts'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../../errors.ts'
import { leftOutPage, readLeftOutRequest, leftOutApi, leftOutGroupShape } from '../../left-out.ts'
import { data, route } from '../../rest/api.ts'
import type { Api } from '../../rest/api.ts'
import { bodyOf } from '../../rest/request.ts'
import { requireAccess } from '../../rest/scope.ts'
import { assessedSql, findDebtors, leftOutGroups, skipNote, skipReasons } from './debtors.ts'
import { readNoticeFilter, noticeSteps, noticeFilterShape, selectedCharges } from './notice-filter.ts'
import { execute, sql } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Tx } from '../../database/transaction.ts'
import { channelFor, renderStoredMessage, storedMessageShape } from '../../messages/index.ts'
import type { Channel } from '../../messages/index.ts'
import type { Debtor } from './debtors.ts'
import type { NoticeFilter, NoticeStep } from './notice-filter.ts'
import { writeNotice } from './notice-task.ts'
import type { World } from '../../rest/modules.ts'

const tag = 'Avisos de pagamento'
const totals = { count: 'integer', total: 'euros' } as const
const previewApi: Api = {
  name: 'previewPaymentNotices',
  summary: 'Prever os avisos de pagamento',
  tag,
  body: { ...noticeFilterShape, 'at?': described('Que aviso se mostra como exemplo.', 'integer') },
  answers: {
    200: data({
      ...totals,
      bySteps: each(noticeSteps, 'integer'),
      groups: [{ step: oneOf(noticeSteps), channel: oneOf(['email', 'sms', 'letter']), ...totals }],
      leftOut: [leftOutGroupShape(skipReasons)],
      sample: orNull({
        memberId: 'uuid',
        name: 'text',
        memberNumber: 'integer',
        step: oneOf(noticeSteps),
        total: 'euros',
        multibancoProblem: 'text?',
        ...storedMessageShape,
      }),
    }),
  },
  refuses: [422],
}
const leftOutOfNoticesApi: Api = {
  ...leftOutApi(skipReasons, noticeFilterShape),
  name: 'listLeftOutOfPaymentNotices',
  summary: 'Listar quem fica sem aviso por um motivo',
  tag,
}

/** Preview of notices with the members that they leave out. The bulk task `notices` sends them. */
export function noticeRoutes(app: FastifyInstance, world: World): void {
  app.post('/payment_notices/preview', route(previewApi), async (request) => {
    requireAccess(staffWriters(request.caller), request.caller)
    const { at = 0, ...filter } = bodyOf(request)
    const place = wholeNumber('at', at)
    return { data: await previewNotices(world, readNoticeFilter(filter), { place, caller: request.caller }) }
  })
  app.post('/payment_notices/left_out', route(leftOutOfNoticesApi), async (request) => {
    const { reason, input, page } = readLeftOutRequest(request, skipReasons)
    const filter = readNoticeFilter(input)
    const assessed = assessedSql(filter, await noticeContext(world, filter, request))
    const found = sql`SELECT member_id, next_on FROM assessed WHERE skip = ${reason}::text`
    return leftOutPage(world.database.pool, assessed, found, { ...page, note: skipNote })
  })
}

function wholeNumber(name: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 2_147_483_647)
    throw invalid({ [name]: [fieldErrors.integer] })
  return value
}

interface Group {
  step: NoticeStep
  channel: Channel
  count: number
  /** Euros. */
  total: Euros
}

async function noticeContext(world: World, filter: NoticeFilter, { caller }: { caller: Caller }) {
  const today = await world.organisation.today()
  return {
    settings: await world.organisation.settings(),
    today,
    selected: selectedCharges(world, filter, { caller, today }),
  }
}

/** Counts of notices by step and channel, the members left out by reason, and the message of the debtor at index `place`. */
async function previewNotices(
  world: World,
  filter: NoticeFilter,
  { place, caller }: { place: number; caller: Caller },
) {
  const {
    groups: debtorGroups,
    skipped,
    debtors,
  } = await findDebtors(world.database.pool, filter, {
    ...(await noticeContext(world, filter, { caller })),
    page: { limit: 1, offset: place },
  })
  const groups = groupsOf(debtorGroups.filter(({ skip }) => skip === null))
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
    leftOut: leftOutGroups(debtorGroups, skipped),
    sample: one ? await sampleOf(world, one) : null,
  }
}

function sumOf(groups: readonly Group[], what: 'count' | 'total'): number {
  // Adds cents, because sums of decimal euros have rounding errors.
  return toEuros(groups.reduce((sum, group) => sum + toCents(group[what]), 0))
}

function groupsOf(debtorGroups: Awaited<ReturnType<typeof findDebtors>>['groups']): Group[] {
  const groups = new Map<string, Group>()
  for (const {
    step,
    eventChannel,
    preferred,
    hasEmail,
    hasMobile,
    hasAddress,
    count,
    total,
  } of debtorGroups) {
    const name = noticeSteps[step - 1]
    if (!name) continue
    const channel = channelFor(eventChannel, {
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
      total: toEuros(toCents(known.total) + total),
    })
  }
  return [...groups.values()].toSorted(
    (one, other) =>
      noticeSteps.indexOf(one.step) - noticeSteps.indexOf(other.step) ||
      one.channel.localeCompare(other.channel),
  )
}

/** The message as it would be sent: written, read, and rolled back. */
async function sampleOf(world: World, debtor: Debtor) {
  const settings = await world.organisation.settings()
  const today = await world.organisation.today()
  const { memberId, name, memberNumber, step, total } = debtor
  return inTransaction(world.database, async (db: Tx) => {
    await execute(db, sql`SAVEPOINT preview`)
    const exceptions = { includesEnded: false, includesAgreed: false }
    const notice = await writeNotice({ db, world, settings, today }, debtor, exceptions)
    const message = notice ? await renderStoredMessage({ db, world }, notice.id) : null
    await execute(db, sql`ROLLBACK TO SAVEPOINT preview`)
    if (!notice || !message) return null
    const { multibancoProblem } = notice
    const about = { memberId, name, memberNumber, step: noticeSteps[step - 1], total: toEuros(total) }
    return { ...about, multibancoProblem, ...message }
  })
}
