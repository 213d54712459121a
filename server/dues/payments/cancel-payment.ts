import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { many, sql } from '../../database/sql.ts'
import { refuseRestrictedPayment } from '../../erased.ts'
import { conflict } from '../../errors.ts'
import { withdrawMessagesAbout } from '../../messages/index.ts'
import { recordAudit } from '../../rest/audit.ts'
import type { ActionCall } from '../../rest/modules.ts'
import { publish } from '../../rest/modules.ts'
import { isUsed } from '../ledger/conditions.ts'
import { refreshLedger } from '../ledger/ledger.ts'
import { requireOpen } from '../../settings/index.ts'
import { statusEntry } from '../charges/status-entry.ts'
import { changeStatus, reopenCharges } from './payment-charges.ts'
import type { payments } from '@agremia/resources/definitions/payments.ts'

/**
 * Cancels a payment: reopens what it settled, keeps its receipt number, and withdraws unsent messages about it. A charge created with
 * the payment is cancelled too, unless something else paid part of it: nobody owed it before, and a generation may charge it in
 * time. Throws 409 when its credit was used since (with the charges), or the accounts of its date are closed.
 */
export async function cancelPayment(call: ActionCall<typeof payments, 'cancel'>): Promise<undefined> {
  const { db, record, input, world, caller } = call
  await refuseRestrictedPayment(db, { memberId: record.memberId, caller })
  const items = await many(
    db,
    sql`SELECT DISTINCT member_id AS id FROM payment_items WHERE payment_id = ${record._id}`,
    { id: 'uuid' },
  )
  const members = items.map(({ id }) => id)
  await requireOpen(db, record.date)
  await rejectUsedCredit(call)
  const ended = await reopenCharges(call, {
    paymentId: record._id,
    isEnded: sql`c.charged_with_id = ${record._id} AND c.paid_amount = b.amount`,
    reason: `Recibo ${record.receiptNumber} anulado`,
  })
  await changeStatus(
    call,
    record._id,
    sql`status = 'cancelled', cancel_reason = ${input.reason}, cancelled_at = ${world.clock()}`,
  )
  await refreshLedger(call, members)
  await publish(call.world, 'paymentCancelled', {
    ...call,
    paymentId: record._id,
    date: record.date,
    reason: input.reason,
  })
  await withdrawMessagesAbout(call, [{ resource: 'payments', id: record._id }])
  await recordAudit(call, [
    statusEntry(call, {
      resource: 'payments',
      action: 'cancel',
      to: 'cancelled',
      reasonField: 'cancelReason',
    }),
    ...ended,
  ])
  return undefined
}

async function rejectUsedCredit({ db, record }: ActionCall<typeof payments>): Promise<void> {
  const uses = await many(
    db,
    sql`SELECT c.description, f.number AS refund, u.amount FROM credit_uses u LEFT JOIN unsettled_payments c ON c.id = u.unsettled_payment_id
           LEFT JOIN credit_refunds f ON f.id = u.refund_id
           WHERE u.payment_id = ${record._id} AND ${isUsed} ORDER BY u.refund_id IS NULL, u.id LIMIT 5`,
    { description: 'text?', refund: 'text?', amount: 'cents' },
  )
  const [first] = uses
  if (!first) return
  if (first.refund !== null)
    throw conflict(
      `O crédito deste pagamento já foi devolvido (${first.refund}): anule primeiro essa devolução.`,
    )
  const where = uses.map(({ description, amount }) => `«${description ?? ''}» (${formatAmount(amount)})`)
  throw conflict(
    `O crédito deste pagamento já foi usado em ${where.join(', ')}: devolva primeiro esse crédito, na dívida.`,
  )
}
