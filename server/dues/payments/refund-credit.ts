import { formatAmount, toEuros } from '@agremia/resources/rules/amount.ts'
import type { DateText } from '@agremia/resources/rules/dates.ts'
import { cashProblem } from '@agremia/resources/rules/legal-limits.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../../database/querying.ts'
import { maybeOne, one, sql } from '../../database/sql.ts'
import { conflict, invalid } from '../../errors.ts'
import '../../payment-events.ts'
import { recordAudit } from '../../rest/audit.ts'
import { changeFields } from '../../rest/change-fields.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { ActionCall } from '../../rest/modules.ts'
import { publish } from '../../rest/modules.ts'
import { closedMessage, isClosed, lockClosing, requireOpen } from '../../settings/index.ts'
import { giveCreditBack, undoUses } from '../ledger/credit.ts'
import { lockLedger, refreshLedger } from '../ledger/ledger.ts'
import { closedSheetProblem } from './cash-sheets.ts'
import { nextInSeries } from './receipts.ts'
import type { creditRefunds } from '@agremia/resources/definitions/credit-refunds.ts'
import type { members } from '@agremia/resources/definitions/members.ts'

/**
 * Gives credit back to a member, the oldest first, with a proof of payment: action of `members`. Answers the id of the refund. Throws 422
 * when there is less credit, the accounts of the day or its cash sheet are closed, or the law does not allow so much cash.
 */
export async function refundCredit(
  call: ActionCall<typeof members, 'refundCredit'>,
): Promise<{ _id: string }> {
  const { db, record, input, world, caller, changes } = call
  const memberId = record._id
  const amount = input.amount
  const date = input.date
  const method = input.method
  await lockLedger(db, [memberId])
  const { credit } = await one(db, sql`SELECT credit FROM member_balances WHERE id = ${memberId}`, {
    credit: 'cents',
  })
  if (amount > credit)
    throw invalid({
      amount: [
        credit > 0
          ? `O crédito é de ${formatAmount(credit)}: indique esse valor ou menos.`
          : 'Não há crédito.',
      ],
    })
  const closing = await lockClosing(db)
  if (isClosed(closing, date))
    throw invalid({ date: [`${closedMessage(closing)}: indique um dia posterior.`] })
  const problem = method === 'cash' ? cashProblem({ date, amount, donated: 0 }) : undefined
  if (problem !== undefined) throw invalid({ method: [problem] })
  const sheetProblem = method === 'cash' ? await closedSheetProblem(db, date) : undefined
  if (sheetProblem !== undefined) throw invalid({ date: [sheetProblem] })
  const refund = await one(
    db,
    sql`INSERT INTO credit_refunds (id, number, member_id, date, amount, method, account_id, reason, paid_by)
      VALUES (${newId()}, ${await nextNumber(db, date)}, ${memberId}, ${date}, ${amount}, ${method}, ${input.accountId ?? null}::uuid,
        ${input.reason}, ${caller.name}) RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('creditRefunds', 'created', [refund]))
  await giveCreditBack(call, { memberId, refundId: refund.id, amount })
  await refreshLedger(call, [memberId], { hasAgreements: false })
  await publish(world, 'creditRefunded', { ...call, refundId: refund.id })
  await recordAudit(call, [
    {
      resource: 'members',
      id: memberId,
      action: 'refundCredit',
      changes: [{ field: 'credit', from: toEuros(credit), to: toEuros(credit - amount) }],
    },
    { resource: 'creditRefunds', id: refund.id, action: 'created', changes: [] },
  ])
  return { _id: refund.id }
}

/** The next number of the year, `DC/2026/000001`. */
async function nextNumber(db: Querying, date: DateText): Promise<string> {
  const year = date.slice(0, 4)
  return `DC/${year}/${String(await nextInSeries(db, `credit_refunds/${year}`)).padStart(6, '0')}`
}

/** Cancels a refund: the credit is there again. Throws 409 when the accounts or the cash sheet of its day are closed, or its credit was of a payment that returned. */
export async function cancelRefund(call: ActionCall<typeof creditRefunds, 'cancel'>): Promise<undefined> {
  const { db, record, input, world } = call
  const memberId = record.memberId
  const date = record.date
  const reason = input.reason
  await requireOpen(db, date)
  const sheetProblem = record.method === 'cash' ? await closedSheetProblem(db, date) : undefined
  if (sheetProblem !== undefined) throw conflict(sheetProblem)
  const returned = await maybeOne(
    db,
    sql`SELECT p.receipt_number AS number FROM credit_uses u JOIN payments p ON p.id = u.payment_id
      WHERE u.refund_id = ${record._id} AND p.status = 'returned' AND u.undone_by = 'return' ORDER BY p.id LIMIT 1`,
    { number: 'text' },
  )
  if (returned)
    throw conflict(
      `O crédito era do recibo ${returned.number}, que foi devolvido: desfaça primeiro essa devolução.`,
    )
  await undoUses(call, sql`u.refund_id = ${record._id}::uuid`)
  await changeFields(call, {
    status: 'cancelled',
    cancelReason: reason,
    cancelledAt: world.clock().toISOString(),
  })
  await refreshLedger(call, [memberId], { hasAgreements: false })
  await publish(world, 'creditRefundCancelled', { ...call, refundId: record._id, day: date, reason })
  return undefined
}
