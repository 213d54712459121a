import type { Sql } from '../../database/sql.ts'
import { sql } from '../../database/sql.ts'
import { isOwed, isOwedOrPaid, isReceived, isUsed, wasReceived } from './conditions.ts'

/** SQL: the day from which the charge `c` of the member `m` counts: that of the admission, or the due date, unless it was entered before. */
export const chargedOn = sql`least((c.created_at AT TIME ZONE 'Europe/Lisbon')::date, CASE c.origin WHEN 'admission' THEN m.admission_date ELSE c.due_date END)`

/**
 * SQL of the charges owed on a past day, with what was open on it: what is open now and was settled later is added, and what was settled
 * then and returned later is taken off. Charges cancelled or waived since count as never charged, and amounts are those of now.
 */
export const chargesOwedOn = (day: string): Sql => {
  const isReturnedLater = sql`EXISTS (SELECT FROM payment_returns r WHERE r.payment_id = p.id AND r.status = 'active' AND r.date > ${day}::date)`
  return sql`
    SELECT c.member_id, c.year, c.due_date, c.category_id, o.open_amount FROM (
      SELECT id, sum(open_amount)::bigint AS open_amount FROM (
        SELECT c.id, c.open_amount FROM unsettled_payments c WHERE ${isOwed}
        UNION ALL SELECT i.unsettled_payment_id, i.amount FROM payments p JOIN payment_items i ON i.payment_id = p.id
        WHERE p.date > ${day}::date AND ${isReceived}
        UNION ALL SELECT i.unsettled_payment_id, -i.amount FROM payments p JOIN payment_items i ON i.payment_id = p.id
        WHERE p.date <= ${day}::date AND ${wasReceived} AND ${isReturnedLater}
        UNION ALL SELECT u.unsettled_payment_id, u.amount FROM credit_uses u WHERE u.date > ${day}::date AND ${isUsed}
        UNION ALL SELECT u.unsettled_payment_id, -u.amount FROM credit_uses u JOIN payments p ON p.id = u.payment_id
        WHERE u.date <= ${day}::date AND u.undone_by = 'return' AND ${isReturnedLater}) moved
      GROUP BY id HAVING sum(open_amount) > 0) o
    JOIN unsettled_payments c ON c.id = o.id JOIN members m ON m.id = c.member_id
    WHERE ${isOwedOrPaid} AND ${chargedOn} <= ${day}::date`
}
