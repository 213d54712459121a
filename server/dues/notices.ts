import { staff } from '@agremia/resources/access.ts'
import type { FastifyInstance } from 'fastify'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { execute, one, sql } from '../database/sql.ts'
import { isCollision } from '../database/transaction.ts'
import { ApiError, invalid } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { bodyOf, write } from '../rest/register-resource.ts'
import { constraintOf } from '../rest/scope.ts'
import type { Writing } from '../rest/write.ts'
import { isSkipReason, skipReasons } from './judged-debtors.ts'
import type { Debtor } from './notice-debtors.ts'
import { findDebtors, skippedByReason, stillOwing } from './notice-debtors.ts'
import type { NoticeFilter } from './notice-filter.ts'
import { readNoticeFilter } from './notice-filter.ts'
import { previewNotices } from './preview-notices.ts'
import { skippedFor } from './skipped-debtors.ts'
import { tellDebtor } from './tell-debtor.ts'
import type { Told } from './tell-debtor.ts'

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

/** Somebody who could not be told, and why. */
type Failed = Pick<Debtor, 'memberId' | 'memberNumber' | 'name'> & { reasonLabel: string }

/**
 * Tells the next ones after member number `after`. `last` is the number that was reached, for whoever goes on; those passed
 * over are all that come after; whoever paid meanwhile is told nothing. `problems` are what went wrong with those who were
 * told all the same.
 */
async function tellDebtors(writing: Writing, filter: NoticeFilter, after: number) {
  const { db, settings, today } = writing
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.notices})`)
  const portion = { limit: mostAtOnce, after }
  const { alike, skipped, debtors: due } = await findDebtors(db, filter, { settings, today, portion })
  const debtors = await stillOwing(db, due)
  const failed: Failed[] = []
  const problems = new Set<string>()
  const written: string[] = []
  for (const debtor of debtors) {
    const outcome = await tellOne(writing, debtor)
    if ('reasonLabel' in outcome) failed.push(outcome)
    else {
      written.push(outcome.id)
      if (outcome.multibancoProblem !== null) problems.add(outcome.multibancoProblem)
    }
  }
  const waiting = alike.reduce((sum, { skip, count }) => sum + (skip === null ? count : 0), 0)
  return {
    done: debtors.length - failed.length,
    held: await countHeld(db, written),
    skipped,
    skippedByReason: skippedByReason(alike),
    failed,
    problems: [...problems],
    remaining: waiting - due.length,
    last: due.at(-1)?.memberNumber ?? after,
  }
}

/** How many of these messages wait until sending is switched on; letters wait for a printer instead. */
async function countHeld(db: Writing['db'], ids: readonly string[]): Promise<number> {
  const { count } = await one(
    db,
    sql`SELECT count(*)::int AS count FROM messages WHERE id = ANY(${ids}) AND state = 'held' AND channel <> 'letter'`,
    { count: 'integer' },
  )
  return count
}

/** One who cannot be told leaves nothing behind, and is in nobody's way. */
async function tellOne(writing: Writing, debtor: Debtor): Promise<Told | Failed> {
  const { db, world } = writing
  const { memberId, memberNumber, name } = debtor
  await execute(db, sql`SAVEPOINT debtor`)
  try {
    const told = await tellDebtor(writing, debtor)
    await execute(db, sql`RELEASE SAVEPOINT debtor`)
    return told ?? { memberId, memberNumber, name, reasonLabel: skipReasons.switchedOff }
  } catch (error) {
    await execute(db, sql`ROLLBACK TO SAVEPOINT debtor`)
    world.log.warn({ err: error, memberId }, 'somebody could not be told of a debt')
    return { memberId, memberNumber, name, reasonLabel: sayFailure(error) }
  }
}

/** Why it failed, for whoever sees the names; what else is known is in the log. */
function sayFailure(error: unknown): string {
  if (error instanceof ApiError) return Object.values(error.errors ?? {})[0]?.[0] ?? error.message
  if (isCollision(error)) return 'Os dados estavam a ser alterados ao mesmo tempo. Tente de novo.'
  return 'Não foi possível gravar a mensagem. Tente de novo; se continuar, a causa está no registo do servidor.'
}
