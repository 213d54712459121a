import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { many, raiseVersion, sql } from '../../database/sql.ts'
import { conflict } from '../../errors.ts'
import { withdrawMessagesAbout } from '../../messages/index.ts'
import { recordAudit } from '../../rest/audit.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { ActionCall } from '../../rest/modules.ts'
import { isUsed, statusSql } from '../ledger/conditions.ts'
import { refreshLedger } from '../ledger/ledger.ts'
import { closedMessage, isClosed, lockClosing } from '../ledger/closed-accounts.ts'
import { statusEntry } from '../charges/status-entry.ts'

/**
 * Cancels a payment: reopens what it settled, keeps its receipt number, and withdraws unsent messages about it. A charge created with
 * the payment is cancelled too, unless something else paid part of it: nobody owed it before, and a generation may charge it in
 * time. Throws 409 when its credit was used since (with the charges), or the accounts of its date are closed.
 */
export async function cancelPayment(call: ActionCall): Promise<undefined> {
  const { db, record, input, world, changes } = call
  const items = await many(
    db,
    sql`SELECT DISTINCT member_id AS id FROM payment_items WHERE payment_id = ${record._id}`,
    { id: 'uuid' },
  )
  const members = items.map(({ id }) => id)
  if (record['status'] === 'cancelled') throw conflict('Este pagamento já está anulado.')
  const closing = await lockClosing(db)
  if (isClosed(closing, String(record['date'])))
    throw conflict(`${closedMessage(closing)}: só quem administra pode reabri-las, nas definições.`)
  await rejectUsedCredit(call)
  const rows = await many(
    db,
    sql`WITH back AS (SELECT unsettled_payment_id AS id, sum(amount) AS amount FROM payment_items
             WHERE payment_id = ${record._id} AND unsettled_payment_id IS NOT NULL GROUP BY unsettled_payment_id),
           assessed AS (SELECT b.id, b.amount, c.status AS before, c.charged_with_id = ${record._id} AND c.paid_amount = b.amount AS ends
             FROM back b JOIN unsettled_payments c ON c.id = b.id)
           UPDATE unsettled_payments c SET paid_amount = c.paid_amount - j.amount,
             status = CASE WHEN j.ends THEN 'cancelled' ELSE ${statusSql(sql`c.paid_amount - j.amount`)} END,
             cancelled_by = CASE WHEN j.ends THEN 'payment' ELSE c.cancelled_by END,
             cancel_reason = CASE WHEN j.ends THEN ${`Recibo ${String(record['receiptNumber'])} anulado`} ELSE c.cancel_reason END, ${raiseVersion('c')}
           FROM assessed j WHERE c.id = j.id RETURNING c.id, c.version, j.before, j.ends`,
    { id: 'uuid', version: 'integer', before: 'text', ends: 'boolean?' },
  )
  const ended = rows.filter(({ ends }) => ends)
  changes.push(...changesOf('unsettledPayments', 'updated', rows))
  const cancelled = await many(
    db,
    sql`UPDATE payments SET status = 'cancelled', cancel_reason = ${input['reason']}, cancelled_at = ${world.clock()}, ${raiseVersion()}
           WHERE id = ${record._id} RETURNING id, version`,
    idAndVersion,
  )
  const cancelledItems = await many(
    db,
    sql`UPDATE payment_items SET status = 'cancelled', ${raiseVersion()}
           WHERE payment_id = ${record._id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(
    ...changesOf('payments', 'updated', cancelled),
    ...changesOf('paymentItems', 'updated', cancelledItems),
  )
  await refreshLedger(call, members)
  await withdrawMessagesAbout(call, [{ resource: 'payments', id: record._id }])
  await recordAudit(call, [
    statusEntry(call, {
      resource: 'payments',
      action: 'cancel',
      to: 'cancelled',
      reasonField: 'cancelReason',
    }),
    ...ended.map(({ id, before }) => ({
      resource: 'unsettledPayments',
      id,
      action: 'cancel',
      changes: [{ field: 'status', from: before, to: 'cancelled' }],
    })),
  ])
  return undefined
}

async function rejectUsedCredit({ db, record }: ActionCall): Promise<void> {
  const uses = await many(
    db,
    sql`SELECT c.description, u.amount FROM credit_uses u JOIN unsettled_payments c ON c.id = u.unsettled_payment_id
           WHERE u.payment_id = ${record._id} AND ${isUsed} ORDER BY u.id LIMIT 5`,
    { description: 'text', amount: 'cents' },
  )
  if (uses.length === 0) return
  const where = uses.map(({ description, amount }) => `«${description}» (${formatAmount(amount)})`)
  throw conflict(
    `O crédito deste pagamento já foi usado em ${where.join(', ')}: devolva primeiro esse crédito, na dívida.`,
  )
}
