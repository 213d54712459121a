import { staff } from '@agremia/resources/access.ts'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { bodyOf, constraintOf, write } from '../rest/register-resource.ts'
import type { Writing } from '../rest/write.ts'
import type { Debtor } from './notice-debtors.ts'
import { findDebtors, skippedByReason } from './notice-debtors.ts'
import type { NoticeFilter } from './notice-filter.ts'
import { readNoticeFilter } from './notice-filter.ts'
import { previewNotices } from './preview-notices.ts'
import { tellDebtor } from './tell-debtor.ts'

/** Two who tell at once wait for each other: nobody is told twice. */
const noticeLock = 7_305_012
/** Debtors who are told in one request, so that it is answered soon; whoever asks again goes on with the next. */
const mostAtOnce = 50

/** Telling those who owe: how it would be, and doing it, some at a time. */
export function noticeRoutes(app: FastifyInstance, engine: Engine): void {
  app.post('/payment_notices/preview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const { at = 0, ...filter } = bodyOf(request)
    const place = wholeNumber('at', at)
    return { data: await previewNotices(engine, readNoticeFilter(filter), place) }
  })
  app.post('/payment_notices/send', (request, reply) => {
    constraintOf(staff(request.caller), request.caller)
    const { after = 0, ...given } = bodyOf(request)
    const from = wholeNumber('after', after)
    const filter = readNoticeFilter(given)
    return write(engine, request, reply, async (writing) => ({
      status: 200,
      data: await tellDebtors(writing, filter, from),
    }))
  })
}

function wholeNumber(name: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 2_147_483_647)
    throw invalid({ [name]: ['Indique um número inteiro.'] })
  return value
}

type Failed = Pick<Debtor, 'memberId' | 'memberNumber' | 'name'>

/**
 * Tells the next ones after member number `after`. `last` is the number that was reached, for whoever goes on; those passed
 * over are all that come after.
 */
async function tellDebtors(writing: Writing, filter: NoticeFilter, after: number) {
  const { db, settings, today } = writing
  await db.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [noticeLock] })
  const portion = { limit: mostAtOnce, after }
  const { alike, skipped, debtors } = await findDebtors(db, filter, { settings, today, portion })
  const failed: Failed[] = []
  for (const debtor of debtors) if (!(await tellOne(writing, debtor))) failed.push(briefly(debtor))
  const waiting = alike.reduce((sum, { skip, count }) => sum + (skip === null ? count : 0), 0)
  return {
    done: debtors.length - failed.length,
    skipped,
    skippedByReason: skippedByReason(alike),
    failed,
    remaining: waiting - debtors.length,
    last: debtors.at(-1)?.memberNumber ?? after,
  }
}

function briefly({ memberId, memberNumber, name }: Debtor): Failed {
  return { memberId, memberNumber, name }
}

/** One who cannot be told leaves nothing behind, and is in nobody's way. */
async function tellOne(writing: Writing, debtor: Debtor): Promise<boolean> {
  const { db, world } = writing
  await db.query({ text: 'SAVEPOINT debtor' })
  try {
    await tellDebtor(writing, debtor)
    await db.query({ text: 'RELEASE SAVEPOINT debtor' })
    return true
  } catch (error) {
    await db.query({ text: 'ROLLBACK TO SAVEPOINT debtor' })
    world.log.warn({ err: error, memberId: debtor.memberId }, 'somebody could not be told of a debt')
    return false
  }
}
