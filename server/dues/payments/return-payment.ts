import { refusalOf } from '@agremia/resources/action.ts'
import { returnReasons } from '@agremia/resources/return-reasons.ts'
import type { ReturnReasonCode } from '@agremia/resources/return-reasons.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import type { DateText } from '@agremia/resources/rules/dates.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import type { PaymentMethod } from '@agremia/resources/payment-methods.ts'
import { v7 as newId } from 'uuid'
import { many, maybeOne, one, raiseVersion, sql, textOf } from '../../database/sql.ts'
import { refuseRestrictedPayment } from '../../erased.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import { announce, withdrawMessagesAbout } from '../../messages/index.ts'
import '../../payment-events.ts'
import { actionOf } from '../../rest/actions.ts'
import type { AuditEntry } from '../../rest/audit.ts'
import { recordAudit } from '../../rest/audit.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { ActionCall, Context } from '../../rest/modules.ts'
import { publish } from '../../rest/modules.ts'
import { closedMessage, isClosed, lockClosing, requireOpen } from '../../settings/index.ts'
import { addCharge } from '../charges/charges.ts'
import { statusEntry } from '../charges/status-entry.ts'
import { releaseCreditOf, restoreUses, undoUses } from '../ledger/credit.ts'
import { lockLedger, refreshLedger } from '../ledger/ledger.ts'
import { closedSheetProblem } from './cash-sheets.ts'
import { changeStatus, reopenCharges, settleAgain } from './payment-charges.ts'
import type { payments } from '@agremia/resources/definitions/payments.ts'

/** A payment whose money went back. */
export interface Returning {
  paymentId: string
  /** The day on which the money left the account: not before the payment, not in closed accounts. */
  date: DateText
  reason: ReturnReasonCode
  /** What the bank charged, in cents. */
  cost?: Cents | null
  /** Whether the payer owes the cost. */
  isCostCharged?: boolean
  /** Whether the payer gets the message `paymentReturned`. */
  isTold?: boolean
  notes?: string | null
}

/**
 * Returns a payment (a cheque, a debit, a transfer): its receipt stays, a counter-entry of the day reopens what it settled and withdraws its
 * credit, and the treasury posts both. The payment may be of closed accounts. Uses of the credit are undone; what had been given back of
 * it is owed, as a new charge. Locks the ledgers before the payment. Returns the id of the counter-entry. Throws 404, 409 when the
 * payment is cancelled, returned or without money, and 422 on `date`.
 */
export async function returnPayment(
  context: Context,
  { paymentId, date, reason, cost = null, isCostCharged = false, isTold = false, notes = null }: Returning,
): Promise<string> {
  const { db, world, changes } = context
  const members = await lockMembers(context, paymentId)
  const payment = await maybeOne(
    db,
    sql`SELECT p.status, p.date, p.amount, p.method, p.receipt_number AS number, p.member_id AS "memberId", m.person_id AS "personId"
      FROM payments p JOIN members m ON m.id = p.member_id WHERE p.id = ${paymentId} FOR NO KEY UPDATE OF p`,
    {
      status: 'text',
      date: 'day',
      amount: 'cents',
      method: textOf<PaymentMethod>(),
      number: 'text',
      memberId: 'uuid',
      personId: 'uuid',
    },
  )
  if (!payment) throw notFound()
  const refusal = refusalOf(actionOf(world, 'payments', 'return').conditions, payment)
  if (refusal !== undefined) throw conflict(refusal)
  const { status, number, memberId } = payment
  const problem = await dayProblem(context, { date, payment })
  if (problem !== undefined) throw invalid({ date: [problem] })
  const { refunded } = await undoUses(context, sql`u.payment_id = ${paymentId}::uuid`, {
    undoneBy: 'return',
    day: date,
  })
  const ended = await reopenCharges(context, {
    paymentId,
    isEnded: sql`c.type = 'donation' AND c.charged_with_id = ${paymentId} AND c.paid_amount = b.amount`,
    reason: `Recibo ${number} devolvido`,
  })
  await changeStatus(context, paymentId, sql`status = 'returned'`)
  const owed = (description: string, amount: Cents) =>
    addCharge(context, { memberId, type: 'other', description, dueDate: date, amount })
  const refundChargeId =
    refunded > 0 ? await owed(`Crédito devolvido do recibo ${number}, que voltou atrás`, refunded) : null
  const costChargeId =
    isCostCharged && cost !== null && cost > 0
      ? await owed(`Custo da devolução do recibo ${number}`, cost)
      : null
  const row = await one(
    db,
    sql`INSERT INTO payment_returns (id, payment_id, member_id, date, amount, reason, cost, cost_charge_id, refund_charge_id, notes)
      VALUES (${newId()}, ${paymentId}, ${memberId}, ${date}, ${payment.amount}, ${reason}, ${cost}, ${costChargeId}, ${refundChargeId}, ${notes})
      RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('paymentReturns', 'created', [row]))
  await refreshLedger(context, members)
  await publish(world, 'paymentReturned', { ...context, paymentId, returnId: row.id })
  await withdrawMessagesAbout(context, [{ resource: 'payments', id: paymentId }])
  if (isTold) await tellPayer(context, { ...payment, paymentId, date, reason })
  await recordAudit(context, [
    {
      resource: 'payments',
      id: paymentId,
      action: 'return',
      changes: [{ field: 'status', from: status, to: 'returned' }],
    },
    { resource: 'paymentReturns', id: row.id, action: 'created', changes: [] },
    ...ended,
  ])
  return row.id
}

/** Action `return`, with the fields of its definition. */
export async function returnByPerson(call: ActionCall<typeof payments, 'return'>): Promise<undefined> {
  const { db, record, input, caller } = call
  await refuseRestrictedPayment(db, { memberId: record.memberId, caller })
  await returnPayment(call, {
    paymentId: record._id,
    date: input.date,
    reason: input.reason,
    cost: input.cost,
    isCostCharged: input.chargeCost === true,
    isTold: input.tell === true,
    notes: input.notes,
  })
  return undefined
}

async function lockMembers({ db }: Pick<Context, 'db'>, paymentId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql`SELECT DISTINCT member_id AS id FROM payment_items WHERE payment_id = ${paymentId}`,
    { id: 'uuid' },
  )
  const members = rows.map(({ id }) => id)
  await lockLedger(db, members)
  return members
}

/** What is wrong with the day of a return. */
async function dayProblem(
  { db, today }: Pick<Context, 'db' | 'today'>,
  { date, payment }: { date: DateText; payment: { date: DateText; method: PaymentMethod } },
): Promise<string | undefined> {
  if (date < payment.date)
    return `O pagamento é de ${formatDate(payment.date)}: indique esse dia ou um posterior.`
  if (date > today) return 'Não pode ser no futuro.'
  const closing = await lockClosing(db)
  if (isClosed(closing, date)) return `${closedMessage(closing)}: indique um dia posterior.`
  return payment.method === 'cash' ? closedSheetProblem(db, date) : undefined
}

interface Told {
  paymentId: string
  personId: string
  amount: Cents
  number: string
  date: DateText
  reason: ReturnReasonCode
}

async function tellPayer(
  context: Context,
  { paymentId, personId, amount, number, date, reason }: Told,
): Promise<void> {
  const id = await announce(context, {
    event: 'paymentReturned',
    to: { personId, email: null },
    values: {
      valor: formatAmount(amount),
      data: formatDateLong(date),
      recibo: number,
      motivo: returnReasons[reason].label.toLowerCase(),
    },
    about: { resource: 'payments', id: paymentId },
  })
  if (id === undefined)
    throw conflict('A mensagem «Pagamento devolvido» está desligada na configuração das mensagens.')
  context.changes.push({ resource: 'messages', action: 'created', id, version: 1 })
}

/**
 * Undoes a return that was a mistake: the payment settles again what it had settled, and its credit is used as before as far as it is still
 * owed. Charges that the return created are cancelled. Throws 409 when the accounts of the day of the return are closed, or
 * when something else paid one of these charges.
 */
export async function undoReturn(call: ActionCall<typeof payments, 'undoReturn'>): Promise<undefined> {
  const { db, record, input, world, changes, caller } = call
  await refuseRestrictedPayment(db, { memberId: record.memberId, caller })
  const paymentId = record._id
  const members = await lockMembers(call, paymentId)
  const back = await one(
    db,
    sql`SELECT id, date, cost_charge_id AS "costChargeId", refund_charge_id AS "refundChargeId" FROM payment_returns
      WHERE payment_id = ${paymentId} AND status = 'active' FOR NO KEY UPDATE`,
    { id: 'uuid', date: 'day', costChargeId: 'uuid?', refundChargeId: 'uuid?' },
  )
  await requireOpen(db, back.date)
  const sheetProblem = record.method === 'cash' ? await closedSheetProblem(db, back.date) : undefined
  if (sheetProblem !== undefined) throw conflict(sheetProblem)
  const reason = input.reason
  const ended = await cancelCreatedCharges(
    call,
    [back.costChargeId, back.refundChargeId].filter((id) => id !== null),
  )
  await settleAgain(call, paymentId)
  await changeStatus(
    call,
    paymentId,
    sql`status = CASE WHEN confirmed_by IS NULL THEN 'registered' ELSE 'confirmed' END`,
  )
  await restoreUses(call, sql`u.payment_id = ${paymentId}::uuid AND u.undone_by = 'return'`)
  const rows = await many(
    db,
    sql`UPDATE payment_returns SET status = 'undone', undone_at = ${world.clock()}, undo_reason = ${reason}, ${raiseVersion()}
      WHERE id = ${back.id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('paymentReturns', 'updated', rows))
  await refreshLedger(call, members)
  await publish(world, 'paymentReturnUndone', {
    ...call,
    paymentId,
    returnId: back.id,
    day: back.date,
    reason,
  })
  await withdrawMessagesAbout(call, [{ resource: 'payments', id: paymentId }])
  await recordAudit(call, [
    statusEntry(call, {
      resource: 'payments',
      action: 'undoReturn',
      to: record.confirmedBy == null ? 'registered' : 'confirmed',
      reasonField: 'reason',
    }),
    ...ended,
  ])
  return undefined
}

/** Cancels the charges that a return created, unless a person ended them. Throws 409 when something paid part of one. */
async function cancelCreatedCharges(
  call: ActionCall<typeof payments>,
  ids: readonly string[],
): Promise<AuditEntry[]> {
  if (ids.length === 0) return []
  const { db, changes } = call
  await releaseCreditOf(call, ids)
  const charges = await many(
    db,
    sql`SELECT id, description, paid_amount AS paid, status FROM unsettled_payments WHERE id = ANY(${ids}::uuid[])`,
    { id: 'uuid', description: 'text', paid: 'cents', status: 'text' },
  )
  const paid = charges.find((charge) => charge.paid > 0)
  if (paid) throw conflict(`«${paid.description}» já foi paga: anule primeiro esse pagamento.`)
  const open = charges.filter(({ status }) => status === 'open').map(({ id }) => id)
  const cancelled = await many(
    db,
    sql`UPDATE unsettled_payments SET status = 'cancelled', cancelled_by = 'payment', cancel_reason = 'Devolução desfeita', ${raiseVersion()}
      WHERE id = ANY(${open}::uuid[]) RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'updated', cancelled))
  return open.map((id) => ({
    resource: 'unsettledPayments',
    id,
    action: 'cancel',
    changes: [{ field: 'status', from: 'open', to: 'cancelled' }],
  }))
}
