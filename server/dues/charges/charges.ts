import { fieldErrors } from '@agremia/resources/field-errors.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import type { ChargeType, unsettledPayments } from '@agremia/resources/definitions/unsettled-payments.ts'
import { toEuros, formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import type { Sql } from '../../database/sql.ts'
import { literals, maybeOne, one, raiseVersion, prepared, sql, many } from '../../database/sql.ts'
import { conflict, invalid } from '../../errors.ts'
import { closedDayMessage, isClosed, lockClosing } from '../../settings/index.ts'
import { recordAudit } from '../../rest/audit.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { ActionCall, ActionPreview, Context, HookContext, Hooks } from '../../rest/modules.ts'
import { isReceived, monthsOf, shareMonths, isNotCancelled } from '../ledger/conditions.ts'
import { describeCharge } from './debt-words.ts'
import { releaseCreditOf } from '../ledger/credit.ts'
import { markOwedAfterLeaving } from './leaving.ts'
import { holdChargeFrom } from '../ledger/charges-on.ts'
import { lockLedger, lockLedgerFirst, refreshLedger } from '../ledger/ledger.ts'
import { decideDifference } from '../terms/charge-differences.ts'
import { termsJoin } from '../terms/in-force.ts'
import { statusEntry } from './status-entry.ts'
import type { Querying } from '../../database/querying.ts'
import { v7 as newId } from 'uuid'
import type { FieldMessages } from '../../errors.ts'

/** Hooks of charges that the staff writes; the program itself inserts charges with SQL. */
export const chargeHooks: Hooks<typeof unsettledPayments> = {
  beforeLock: lockLedgerFirst(
    (id) => sql`SELECT member_id AS id FROM unsettled_payments WHERE id = ${id}::uuid`,
  ),
  validate: async (context) => ({ errors: await chargeProblems(context) }),
  async beforeSave(context) {
    const { db, before, values, merged, today, world, set } = context
    const memberId = merged.memberId
    if (before) {
      if (!('amount' in values)) return
      const paid = toCents(before.paidAmount)
      set({ status: paid === 0 ? 'open' : paid < merged.amount ? 'partial' : 'paid' })
      return
    }
    await lockLedger(db, [memberId])
    const same = await conflictErrors(context)
    if (Object.keys(same).length > 0) throw invalid(same)
    const year = Number(merged.year ?? merged.dueDate.slice(0, 4))
    const day =
      merged.type === 'quota'
        ? sql`period_start(${year}::integer, ${merged.period ?? null}::text)`
        : sql`${today}::date`
    const member = await maybeOne(
      db,
      sql`SELECT t.category_id FROM members m ${termsJoin(day)} WHERE m.id = ${memberId}`,
      { category_id: 'uuid' },
    )
    // The member may have been deleted after its reference was validated, before the ledger was locked.
    if (!member) throw invalid({ memberId: [fieldErrors.option] })
    set({ categoryId: member.category_id, year })
    const place = {
      type: merged.type,
      year,
      period: merged.period,
    }
    set({
      description: merged.description ?? describeCharge(place, await world.organisation.terminology()),
    })
  },
  async afterSave(context) {
    const { db, id, before, values, merged } = context
    if (before && !('amount' in values || 'dueDate' in values)) return
    if (!before) await markOwedAfterLeaving(db, id)
    else if ('amount' in values) await decideDifference(context, id, 'kept')
    await refreshLedger(context, [merged.memberId])
  },
}

async function chargeProblems(context: HookContext<typeof unsettledPayments>): Promise<FieldMessages> {
  const { before, values } = context
  if (!before) return conflictErrors(context)
  const problem = 'amount' in values ? amountProblem(before, values.amount) : undefined
  return problem === undefined ? {} : { amount: [problem] }
}

/** Why the amount of a charge cannot become `amount` (cents); undefined when it can. */
function amountProblem(before: Record<string, unknown>, amount: unknown): string | undefined {
  if (before.status === 'cancelled' || before.status === 'exempt')
    return 'Está anulada ou isenta: reponha-a primeiro.'
  if (typeof amount !== 'number') return undefined
  if (amount < toCents(before.paidAmount)) return 'É menor do que o que já foi pago.'
  if (amount > toCents(before.amount) && before.agreementId)
    return 'Está num acordo de pagamento, cujas prestações não a cobririam: registe a diferença como outra dívida.'
  return undefined
}

/** Errors when a charge of the same period exists, or a quota that shares a month with a new quota. */
async function conflictErrors({
  db,
  id,
  merged,
}: HookContext<typeof unsettledPayments>): Promise<FieldMessages> {
  const { type, memberId } = merged
  if (!isUniquePerPeriod(type) || typeof memberId !== 'string') return {}
  const year = Number(merged.year ?? String(merged.dueDate ?? '').slice(0, 4))
  if (!year) return {}
  const place = { memberId, type, year, period: merged.period ?? null }
  const taken = await findConflict(db, place, id)
  if (!taken) return {}
  const [field, way] = taken.byPeriod ? ['period', 'período ou ano'] : ['year', 'ano']
  return { [field]: [`${taken.problem}: indique outro ${way}, ou anule primeiro o que já existe.`] }
}

/** Cancels a charge and releases the credit that settled it. Throws 409 when a payment settled some of it. */
export async function cancelCharge(call: ActionCall<typeof unsettledPayments, 'cancel'>): Promise<undefined> {
  return endCharge(call, {
    action: 'cancel',
    status: 'cancelled',
    sets: sql`cancel_reason = ${call.input.reason}, cancelled_by = 'person'`,
    since: call.input.since,
  })
}

/** Waives a charge. Throws 409 when a payment settled some of it. */
export async function exemptCharge(call: ActionCall<typeof unsettledPayments, 'exempt'>): Promise<undefined> {
  return endCharge(call, {
    action: 'exempt',
    status: 'exempt',
    sets: sql`exemption_reason = ${call.input.reason}`,
    since: call.input.since,
  })
}

interface Ending {
  action: 'cancel' | 'exempt'
  status: 'cancelled' | 'exempt'
  /** SQL that sets the columns with the reason. */
  sets: Sql
  /** The day from which it is not owed; default: today. */
  since: string | null | undefined
}

async function endCharge(
  call: ActionCall<typeof unsettledPayments>,
  { action, status, sets, since }: Ending,
): Promise<undefined> {
  const { record } = call
  if (since != null) {
    const closing = await lockClosing(call.db)
    if (isClosed(closing, since)) throw invalid({ since: [closedDayMessage(closing)] })
  }
  await rejectPaid(call)
  await releaseCreditOf(call, [record._id])
  await writeCharge(call, action, sql`status = ${literals([status])}, ${sets}`)
  if (since != null) await holdChargeFrom(call.db, record._id, since)
  return undefined
}

/** Throws 409 when a payment settled some of the charge: its receipt must be cancelled, or the amount lowered. */
async function rejectPaid({ db, record }: ActionCall<typeof unsettledPayments>): Promise<void> {
  const payment = await maybeOne(
    db,
    sql`SELECT p.receipt_number AS receipt, c.paid_amount AS paid, c.status
           FROM payment_items i JOIN payments p ON p.id = i.payment_id JOIN unsettled_payments c ON c.id = i.unsettled_payment_id
           WHERE c.id = ${record._id} AND ${isReceived} LIMIT 1`,
    { receipt: 'text', paid: 'cents', status: 'text' },
  )
  if (!payment) return
  if (payment.status === 'paid') throw conflict(`Já foi paga: anule primeiro o recibo ${payment.receipt}.`)
  const paid = formatAmount(payment.paid)
  throw conflict(
    `Já foi paga em parte (${paid}): para perdoar o resto, altere o valor para ${paid}; para a retirar toda, ` +
      `anule primeiro o recibo ${payment.receipt}.`,
  )
}

/** Clears `charged_with_id` too: a restored charge must not be cancelled with the payment that created it. */
const restoredSql = sql`status = 'open', cancel_reason = NULL, cancelled_by = NULL, exemption_reason = NULL, charged_with_id = NULL`

/** Makes a cancelled or waived charge owed again. Throws 409 when another charge has its period. */
export async function restoreCharge(
  call: ActionCall<typeof unsettledPayments, 'restore'>,
): Promise<undefined> {
  const { record } = call
  await rejectConflict(call)
  await markOwedAfterLeaving(call.db, record._id)
  await writeCharge(call, 'restore', restoredSql)
  return undefined
}

async function rejectConflict({ db, record }: ActionCall<typeof unsettledPayments>): Promise<void> {
  const type = record.type
  if (!isUniquePerPeriod(type)) return
  const place = {
    memberId: record.memberId,
    type,
    year: record.year,
    period: record.period,
  }
  const taken = await findConflict(db, place, record._id)
  if (taken) throw conflict(`${taken.problem}: anule primeiro o que já existe.`)
}

/** Releases the credit that settled a charge, which is owed again. Throws 409 when no credit did. */
export async function releaseCredit(
  call: ActionCall<typeof unsettledPayments, 'releaseCredit'>,
): Promise<undefined> {
  const { record } = call
  const released = await releaseCreditOf(call, [record._id])
  if (released === 0) throw conflict('Não foi paga com crédito.')
  await refreshLedger(call, [record.memberId])
  const paid = record.paidAmount
  const change = { field: 'paidAmount', from: paid, to: toEuros(toCents(paid) - released) }
  await recordAudit(call, [
    { resource: 'unsettledPayments', id: record._id, action: 'releaseCredit', changes: [change] },
  ])
  return undefined
}

/** The credit that comes back when a charge releases it. */
export const previewCreditRelease: ActionPreview<typeof unsettledPayments, 'releaseCredit'> = async (
  call,
  perform,
) => {
  const before = toCents(call.record.paidAmount)
  await perform()
  const { paid } = await one(
    call.db,
    sql`SELECT paid_amount AS paid FROM unsettled_payments WHERE id = ${call.record._id}`,
    { paid: 'cents' },
  )
  return [
    `${formatAmount(before - paid)} de crédito voltam a estar por usar, e a dívida volta a ser devida nessa parte.`,
  ]
}

async function writeCharge(
  call: ActionCall<typeof unsettledPayments>,
  action: string,
  sets: Sql,
): Promise<void> {
  const { db, record, changes } = call
  const charge = await one(
    db,
    sql`UPDATE unsettled_payments SET ${sets}, ${raiseVersion()} WHERE id = ${record._id} RETURNING id, version, status`,
    { ...idAndVersion, status: 'text' },
  )
  changes.push(...changesOf('unsettledPayments', 'updated', [charge]))
  await refreshLedger(call, [record.memberId])
  await recordAudit(call, [
    statusEntry(call, { resource: 'unsettledPayments', action, to: charge.status, reasonField: 'reason' }),
  ])
}

/** A period of a member's quotas or joias. At most one charge that is not cancelled: one joia per period, one quota per month. */
export interface ChargePeriod {
  memberId: string
  type: 'quota' | 'joia'
  year: number
  period: string | null
}

/** A charge that already exists for a period. */
export interface ChargeConflict {
  /** In Portuguese, without a full stop: `Inclui meses que já estão em «Quota 2026, 1.º trimestre»`. */
  problem: string
  /** Whether either of the two is for a period shorter than the year. */
  byPeriod: boolean
}

/** Whether at most one charge of this type may exist per period. */
export function isUniquePerPeriod(type: unknown): type is ChargePeriod['type'] {
  return type === 'quota' || type === 'joia'
}

/**
 * Finds charges other than `id` of the same period, or quotas that share a month with it; undefined when there are none. The
 * result stays true while the member's ledger is locked.
 */
export async function findConflict(
  db: Querying,
  place: ChargePeriod,
  id: string,
): Promise<ChargeConflict | undefined> {
  const { memberId, type, year, period } = place
  const rows = await many(
    db,
    prepared(sql`SELECT c.description, c.period FROM unsettled_payments c, (VALUES (${year}::integer, ${period}::text)) AS wanted (year, period)
           WHERE c.member_id = ${memberId} AND c.type = ${type} AND c.year = wanted.year AND ${isNotCancelled} AND c.id <> ${id}
             AND CASE c.type WHEN 'quota' THEN ${shareMonths(monthsOf('c'), monthsOf('wanted'))}
               ELSE c.period IS NOT DISTINCT FROM wanted.period END
           ORDER BY period_start(c.year, c.period), c.id`),
    { description: 'text', period: 'text?' },
  )
  const [first, ...others] = rows
  if (!first) return undefined
  const which = `«${first.description}»${others.length > 0 ? ` e mais ${others.length}` : ''}`
  return {
    problem: type === 'quota' ? `Inclui meses que já estão em ${which}` : `Já existe ${which}`,
    byPeriod: period !== null || first.period !== null,
  }
}

interface NewCharge {
  memberId: string
  type: Exclude<ChargeType, 'quota' | 'joia'>
  description: string
  dueDate: string
  /** Cents. */
  amount: Cents
  origin?: 'manual' | 'admission'
}

/** Adds a charge for another area, in the caller's transaction. Returns its id. */
export async function addCharge(
  context: Pick<Context, 'db' | 'today' | 'settings' | 'changes'>,
  { memberId, type, description, dueDate, amount, origin = 'manual' }: NewCharge,
): Promise<string> {
  const { db, changes } = context
  await lockLedger(db, [memberId])
  const charge = await one(
    db,
    sql`INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin)
           SELECT ${newId()}, m.id, ${type}, extract(year FROM ${dueDate}::date)::integer, ${description}, ${dueDate}, ${amount}, m.category_id, ${origin}
           FROM members m WHERE m.id = ${memberId} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'created', [charge]))
  await refreshLedger(context, [memberId])
  return charge.id
}
