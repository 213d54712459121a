import type { Sql } from '../../database/sql.ts'
import { sql } from '../../database/sql.ts'
import { recordAuditOfMany } from '../../rest/audit.ts'
import type { ActionCall, Context } from '../../rest/modules.ts'
import { changeStatuses } from './payment-charges.ts'
import type { payments } from '@agremia/resources/definitions/payments.ts'

type Confirming = Pick<Context, 'db' | 'changes' | 'caller' | 'address'>

/** Confirms the registered payments `p` that match the condition: their money is in the account. `by` says how that is known. */
export async function confirmPayments(
  context: Confirming,
  which: Sql,
  by: 'statement' | 'gateway' | 'person',
): Promise<void> {
  const ids = await changeStatuses(
    context,
    sql`(${which}) AND p.status = 'registered'`,
    sql`status = 'confirmed', confirmed_by = ${by}`,
  )
  if (ids.length > 0) await recordAuditOfMany(context, { resource: 'payments', ids, action: 'confirm' })
}

/** Action: a person saw the money in the account. */
export async function confirmPayment(call: ActionCall<typeof payments, 'confirm'>): Promise<undefined> {
  await confirmPayments(call, sql`p.id = ${call.record._id}::uuid`, 'person')
  return undefined
}

/** Confirms the payments whose transactions were reconciled with the statement; without any reconciled one, they are only registered again. */
export async function confirmReconciled(
  context: Confirming & { transactionIds: readonly string[]; isUndone: boolean },
): Promise<void> {
  const { transactionIds, isUndone } = context
  const posted = sql`p.id IN (SELECT t.payment_id FROM transactions t WHERE t.id = ANY(${transactionIds}::uuid[]) AND t.return_id IS NULL)`
  if (!isUndone) return confirmPayments(context, posted, 'statement')
  const isStillSeen = sql`EXISTS (SELECT FROM transactions t WHERE t.payment_id = p.id AND t.return_id IS NULL AND t.reconciled_on IS NOT NULL)`
  await changeStatuses(
    context,
    sql`${posted} AND p.status = 'confirmed' AND p.confirmed_by = 'statement' AND NOT ${isStillSeen}`,
    sql`status = 'registered', confirmed_by = NULL`,
  )
}
