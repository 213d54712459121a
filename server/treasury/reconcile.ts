import { changeFields } from '../rest/change-fields.ts'
import type { ActionCall } from '../rest/modules.ts'
import { publish } from '../rest/modules.ts'
import type { transactions } from '@agremia/resources/definitions/transactions.ts'

/** Notes that the statement of the bank has the transaction, today; its payment is confirmed. */
export async function reconcile(call: ActionCall<typeof transactions, 'reconcile'>): Promise<undefined> {
  const { record, input, today, world } = call
  await changeFields(call, { reconciledOn: today, statementRef: input.statementRef })
  await publish(world, 'transactionsReconciled', { ...call, transactionIds: [record._id], isUndone: false })
  return undefined
}

/** Undoes a reconciliation. */
export async function unreconcile(call: ActionCall<typeof transactions, 'unreconcile'>): Promise<undefined> {
  const { record, world } = call
  await changeFields(call, { reconciledOn: null, statementRef: null })
  await publish(world, 'transactionsReconciled', { ...call, transactionIds: [record._id], isUndone: true })
  return undefined
}
