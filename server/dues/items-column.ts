import { raw, sql } from '../database/sql.ts'
import { euros } from '../rest/euros.ts'
import type { ComputedColumn } from '../rest/plan.ts'

/** What a payment is for, each part with the charge that it settled; amounts in euros. */
export const itemsColumn: ComputedColumn = {
  sql: (
    alias,
  ) => sql`(SELECT json_agg(json_build_object('unsettledPaymentId', i.unsettled_payment_id, 'memberId', i.member_id,
    'memberLabel', w.name, 'type', c.type, 'year', c.year, 'period', c.period, 'description', i.description,
    'amount', ${euros('i.amount')}) ORDER BY c.due_date, i.id)
    FROM payment_items i JOIN members o ON o.id = i.member_id JOIN people w ON w.id = o.person_id
    LEFT JOIN unsettled_payments c ON c.id = i.unsettled_payment_id WHERE i.payment_id = ${raw(alias)}.id)`,
  toJson: (json) => json,
}
