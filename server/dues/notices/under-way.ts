import { sql } from '../../database/sql.ts'

/**
 * SQL: kind of the pending payment of member `m`: a payment to reconcile or confirm, a pending MB WAY request, or a direct debit at the bank.
 * Null without any.
 */
export const moneyUnderWay = sql`CASE
  WHEN EXISTS (SELECT FROM incoming_payments w WHERE w.member_id = m.id AND w.state IN ('received', 'toConfirm', 'toMatch') AND w.kind <> 'refund') THEN 'toReconcile'
  WHEN EXISTS (SELECT FROM payment_intents w WHERE w.member_id = m.id AND w.status IN ('created', 'pending') AND w.kind = 'mbway')
    THEN 'mbway'
  WHEN EXISTS (SELECT FROM debit_collections w JOIN debit_batches t ON t.id = w.batch_id WHERE w.member_id = m.id AND w.state = 'pending'
    AND t.state NOT IN ('created', 'cancelled')) THEN 'debit' END`
