import type { rounds } from '@agremia/resources/definitions/rounds.ts'
import type { Caller } from '@agremia/resources/access.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount, toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { commissionOf } from '@agremia/resources/rules/commission.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { execute, exists, many, maybeOne, raiseVersion, sql } from '../database/sql.ts'
import { closedSheetProblem, isOwed, lockLedger } from '../dues/index.ts'
import { ApiError, invalid, reasonOf } from '../errors.ts'
import type { Job } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { byProgram } from '../rest/audit.ts'
import { beginWork, isUnderWay, updateWorkRecord, workOrFail } from '../rest/background-work.ts'
import { changeFields } from '../rest/change-fields.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'
import type { ActionCall, Context, World } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { createContext } from '../rest/write-request.ts'
import { saveRecord } from '../rest/write.ts'
import { closedMessage, isClosed, lockClosing } from '../settings/index.ts'
import { bookCommission } from './commission.ts'
import { closeCharges } from './rounds.ts'
import { settlingOrder } from './visits.ts'

/**
 * Settles a round: freezes the marks, compares the delivered money with them, and fixes the commission, which can be paid from that
 * money. A job registers the payments. Throws 422 by field.
 */
export async function settleRound(call: ActionCall<typeof rounds, 'settle'>): Promise<undefined> {
  const { db, record, input, caller, world } = call
  const date = input.date
  const collected = toCents(record.collectedAmount)
  const delivered = input.deliveredAmount
  const difference = delivered - collected
  const accountId = input.accountId
  const problem = await dayProblem(call, date)
  if (problem !== undefined) throw invalid({ date: [problem] })
  if (accountId !== null && !(await exists(db, sql`SELECT FROM treasury_accounts WHERE id = ${accountId}`)))
    throw invalid({ accountId: ['Esta conta já não existe: escolha outra.'] })
  if (difference !== 0 && input.differenceReason === null)
    throw invalid({
      differenceReason: [
        `Estão marcados ${formatAmount(collected)} e foram entregues ${formatAmount(delivered)}: explique a diferença, ou corrija as visitas.`,
      ],
    })
  const commission = commissionOf({
    collected,
    payments: record.paid,
    rate: toCents(record.commissionRate),
    perPayment: toCents(record.amountPerReceipt),
  })
  const isPaid = commission > 0 && input.payCommission === true
  await execute(db, sql`UPDATE rounds SET settled_by = ${caller.id}::uuid WHERE id = ${record._id}`)
  await changeFields(call, {
    state: 'queued',
    settledOn: date,
    settledByName: caller.name,
    deliveredAmount: delivered,
    difference,
    differenceReason: difference === 0 ? null : input.differenceReason,
    accountId,
    commission,
    commissionStatus: commission === 0 ? 'none' : isPaid ? 'paid' : 'due',
    commissionPaidOn: isPaid ? date : null,
    commissionMethod: isPaid ? 'cash' : null,
  })
  if (isPaid) await bookCommission(call, { date, method: 'cash', accountId, amount: commission })
  await world.jobs.add(db, 'rounds', [{ data: { id: record._id } }])
  return undefined
}

/** The error of the day of a settlement. */
async function dayProblem(
  { db, record }: ActionCall<typeof rounds>,
  date: string,
): Promise<string | undefined> {
  const outOn = String(record.outOn)
  if (date < outOn) return `A ronda saiu em ${formatDate(outOn)}: indique esse dia ou um posterior.`
  const closing = await lockClosing(db)
  if (isClosed(closing, date)) return `${closedMessage(closing)}: indique um dia posterior.`
  return closedSheetProblem(db, date)
}

const problem =
  'Nem todos os recibos foram passados; os que foram ficam. Pode tentar outra vez; se voltar a falhar, peça ajuda a quem cuida da instalação.'

/** Job: registers a payment for each visit that was marked as paid, each in a transaction of its own, and then closes the round. */
export async function registerPayments(world: World, job: Job): Promise<void> {
  const id = job.data['id'] ?? ''
  await workOrFail(world, { resource: 'rounds', id, problem }, async () => {
    if (!(await beginWork(world, { resource: 'rounds', id }))) return
    try {
      do await registerPending(world, id, job.signal)
      while (!(await finish(world, id)))
    } catch (error) {
      // A rule, such as accounts that were closed meanwhile: a person reads it and tries again.
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      await fail(world, id, reasonOf(error))
    }
  })
}

const isPending = sql`v.outcome = 'paid' AND v.payment_id IS NULL`

async function registerPending(world: World, roundId: string, signal: AbortSignal): Promise<void> {
  const pending = await many(
    world.database.pool,
    sql`SELECT id FROM round_visits v WHERE round_id = ${roundId} AND ${isPending} ORDER BY place`,
    { id: 'uuid' },
  )
  for (const { id } of pending) {
    if (signal.aborted) throw new JobInterrupted()
    await writeInTransaction(world, async (db, changes) =>
      registerVisit({ ...(await createContext(world, db, byProgram)), changes }, id),
    )
  }
}

/** Registers the payment of a visit, unless another process did. The lock on the visit makes it wait for this one. */
async function registerVisit(writing: Context, visitId: string): Promise<void> {
  const { db, changes, world } = writing
  const visit = await maybeOne(
    db,
    sql`SELECT v.member_id AS "memberId", v.collected_amount AS amount, r.id AS "roundId", r.number, r.settled_on AS date, r.account_id AS "accountId",
        r.settled_by AS "settledBy", r.settled_by_name AS "settledByName", k.name AS collector
      FROM round_visits v JOIN rounds r ON r.id = v.round_id JOIN collectors k ON k.id = r.collector_id
      WHERE v.id = ${visitId} AND ${isPending} AND r.state = 'running' FOR NO KEY UPDATE OF v`,
    {
      memberId: 'uuid',
      amount: 'cents',
      roundId: 'uuid',
      number: 'text',
      date: 'day',
      accountId: 'uuid?',
      settledBy: 'uuid?',
      settledByName: 'text',
      collector: 'text',
    },
  )
  if (!visit) return
  const { memberId, amount, roundId, number, date, accountId, settledBy, settledByName, collector } = visit
  // In the name of the person who received the money.
  const caller: Caller = { id: settledBy, name: settledByName, role: 'editor', personId: null }
  await lockLedger(db, [memberId])
  const items = await itemsOf(writing, visitId, amount)
  const payment = await saveRecord({ ...writing, caller }, planOf(world, 'payments'), {
    id: null,
    mode: 'create',
    input: {
      memberId,
      date,
      dateConfirmed: true,
      amount: toEuros(amount),
      method: 'cash',
      receivedBy: collector,
      reference: `Ronda ${number}`,
      bankAccountId: accountId,
      ...(items.length > 0 && { items }),
    },
  })
  const visits = await many(
    db,
    sql`UPDATE round_visits SET payment_id = ${payment._id}, ${raiseVersion()} WHERE id = ${visitId} RETURNING id, version`,
    idAndVersion,
  )
  const rounds = await many(
    db,
    sql`UPDATE rounds SET receipts = receipts + 1, ${raiseVersion()} WHERE id = ${roundId} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('roundVisits', 'updated', visits), ...changesOf('rounds', 'updated', rounds))
}

/**
 * The charges of the visit that the money settles, the oldest first. None when they no longer take all of it, because something else paid
 * them meanwhile: the payment then settles the member's oldest debts, and the rest is credit.
 */
async function itemsOf({ db }: Context, visitId: string, amount: Cents) {
  const charges = await many(
    db,
    sql`SELECT c.id, c.open_amount AS open FROM round_charges r JOIN unsettled_payments c ON c.id = r.unsettled_payment_id
      WHERE r.round_visit_id = ${visitId} AND ${isOwed} ORDER BY ${settlingOrder}`,
    { id: 'uuid', open: 'cents' },
  )
  let rest = amount
  const items = charges.flatMap(({ id, open }) => {
    const part = Math.min(open, rest)
    rest -= part
    return part > 0 ? [{ unsettledPaymentId: id, amount: toEuros(part) }] : []
  })
  return rest > 0 ? [] : items
}

/** Closes the round when each paid visit has its payment. Returns false when one has not: another process was registering it. */
async function finish(world: World, id: string): Promise<boolean> {
  return writeInTransaction(world, async (db, changes) => {
    await execute(db, sql`SELECT FROM rounds WHERE id = ${id} FOR NO KEY UPDATE`)
    if (await exists(db, sql`SELECT FROM round_visits v WHERE round_id = ${id} AND ${isPending}`))
      return false
    await closeCharges(db, id)
    const rows = await many(
      db,
      sql`UPDATE rounds SET state = 'done', ${raiseVersion()} WHERE id = ${id} AND state = 'running' RETURNING id, version`,
      idAndVersion,
    )
    changes.push(...changesOf('rounds', 'updated', rows))
    return true
  })
}

async function fail(world: World, id: string, why: string): Promise<void> {
  await updateWorkRecord(world, 'rounds', (db) =>
    maybeOne(
      db,
      sql`UPDATE rounds SET state = 'failed', problem = left(${why}, 500), ${raiseVersion()} WHERE id = ${id} AND ${isUnderWay} RETURNING id, version`,
      idAndVersion,
    ),
  )
}
