import { cashSheetLineShape } from '@agremia/resources/definitions/cash-sheets.ts'
import { each, oneOf, orNull } from '@agremia/resources/json-shape.ts'
import { paymentMethods } from '@agremia/resources/payment-methods.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import type { CashSheetLine } from '@agremia/resources/definitions/cash-sheets.ts'
import type { PaymentMethod } from '@agremia/resources/payment-methods.ts'
import type { Querying } from '../../database/querying.ts'
import type { RowOf, Sql } from '../../database/sql.ts'
import { inline, jsonOf, nullable, one, sql } from '../../database/sql.ts'
import { euros } from '../../rest/euros.ts'
import { wasReceived } from '../ledger/conditions.ts'

/** A payment in the list of a cash sheet. Amount in euros. */
export interface DayPayment {
  _id: string
  receiptNumber: string
  name: string
  method: PaymentMethod
  receivedBy: string
  amount: Euros
  /** When it was registered, or cancelled. */
  at: string
  isCancelled: boolean
}

/** `DayPayment`, for answers. */
export const dayPaymentShape = {
  _id: 'uuid',
  receiptNumber: 'text',
  name: 'text',
  method: oneOf(Object.keys(paymentMethods)),
  receivedBy: 'text',
  amount: 'euros',
  at: 'moment',
  isCancelled: 'boolean',
} as const

/** Changes to a day after its sheet was closed. */
export interface LateChanges {
  registered: DayPayment[]
  cancelled: DayPayment[]
}

/** The current amounts received on a day, in euros. */
export type CashDay = RowOf<typeof cashDayShape>
const cashDayShape = {
  lines: jsonOf<CashSheetLine[]>(),
  payments: 'integer',
  total: 'euros',
  cash: 'euros',
  /** Cash that left the box: payments in cash that were returned, credit given back in cash, and commissions of collectors. */
  refundedCash: 'euros',
  /** The closed sheet of the day, or null. */
  sheetId: 'uuid?',
  /** Who reopened the last sheet of the day, when and why; null if none was, or the day is closed again. */
  reopened: nullable(jsonOf<{ by: string; at: string; reason: string }>()),
  /** The float of the previous sheet, as the default of the next one. */
  lastFloat: 'euros',
  /** Days before today, since the first sheet, with cash but without a closed sheet; at most twelve, the earliest first. */
  openDays: jsonOf<string[]>(),
} as const

/** The amounts of a day, for answers. */
export const dayShape = {
  lines: [cashSheetLineShape],
  payments: 'integer',
  ...each(['total', 'cash', 'refundedCash', 'lastFloat'], 'euros'),
  reopened: orNull({ by: 'text', at: 'moment', reason: 'text' }),
  openDays: 'day[]',
} as const

const maxOpenDays = 12

/** Days from the first to the last, both included. */
export interface Days {
  from: string
  to: string
}

/** SQL of the cash that left the box, as `(date, source, id, amount)`: of returns, refunds and commissions. */
const spentCash = ({ from, to }: Days): Sql => sql`
  SELECT r.date, 'return' AS source, r.id, r.amount FROM payment_returns r JOIN payments p ON p.id = r.payment_id
  WHERE r.date BETWEEN ${from}::date AND ${to}::date AND r.status = 'active' AND p.method = 'cash'
  UNION ALL SELECT date, 'refund', id, amount FROM credit_refunds
  WHERE date BETWEEN ${from}::date AND ${to}::date AND status = 'registered' AND method = 'cash'
  UNION ALL SELECT commission_paid_on, 'round', id, commission FROM rounds
  WHERE commission_paid_on BETWEEN ${from}::date AND ${to}::date AND commission_method = 'cash'`

/**
 * SQL of what the cash sheets of the days count, as `(date, source, id, amount)`, negative when it left the box. A closed sheet has the
 * payments that it counted, and the difference between the counted and the expected amount (`count`).
 */
export const cashOnSheets = ({ from, to }: Days): Sql => sql`
  SELECT p.date, 'payment' AS source, p.id, p.amount FROM payments p LEFT JOIN cash_sheets s ON s.date = p.date AND s.status = 'closed'
  WHERE p.method = 'cash' AND p.date BETWEEN ${from}::date AND ${to}::date AND CASE WHEN s.id IS NULL THEN ${wasReceived}
    ELSE EXISTS (SELECT FROM cash_sheet_payments l WHERE l.cash_sheet_id = s.id AND l.payment_id = p.id) END
  UNION ALL SELECT date, source, id, -amount FROM (${spentCash({ from, to })}) spent
  UNION ALL SELECT date, 'count', id, difference FROM cash_sheets
  WHERE date BETWEEN ${from}::date AND ${to}::date AND status = 'closed' AND difference <> 0`

/** Reads the amounts of a day, in one statement. */
export async function readCashDay(db: Querying, date: string, today: string): Promise<CashDay> {
  return one(
    db,
    sql`
      WITH lines AS (
        SELECT method, received_by, count(*)::integer AS payments, sum(amount) AS amount
        FROM payments p WHERE ${wasReceived} AND date = ${date}::date GROUP BY method, received_by)
      SELECT coalesce((SELECT json_agg(json_build_object('method', method, 'receivedBy', received_by, 'payments', payments,
          'amount', ${euros('amount')}) ORDER BY method = 'cash' DESC, method, received_by) FROM lines), '[]') AS lines,
        (SELECT coalesce(sum(payments), 0)::integer FROM lines) AS payments,
        (SELECT ${euros('sum(amount)')} FROM lines) AS total,
        (SELECT ${euros('sum(amount)')} FROM lines WHERE method = 'cash') AS cash,
        (SELECT ${euros('sum(amount)')} FROM (${spentCash({ from: date, to: date })}) gone) AS "refundedCash",
        (SELECT id FROM cash_sheets WHERE date = ${date}::date AND status = 'closed') AS "sheetId",
        (SELECT CASE status WHEN 'reopened' THEN json_build_object('by', reopened_by_name, 'at', reopened_at, 'reason', reopen_reason) END
          FROM cash_sheets WHERE date = ${date}::date
          ORDER BY status = 'closed' DESC, reopened_at DESC LIMIT 1) AS reopened,
        coalesce((SELECT ${euros('float_amount')} FROM cash_sheets WHERE status = 'closed' AND date < ${date}::date
          ORDER BY date DESC LIMIT 1), 0) AS "lastFloat",
        (SELECT coalesce(json_agg(date ORDER BY date), '[]') FROM (
          SELECT DISTINCT p.date FROM payments p WHERE ${wasReceived} AND method = 'cash' AND date < ${today}::date
            AND date >= (SELECT min(date) FROM cash_sheets)
            AND NOT EXISTS (SELECT FROM cash_sheets s WHERE s.date = p.date AND s.status = 'closed')
          ORDER BY p.date LIMIT ${inline(maxOpenDays)}) open) AS "openDays"`,
    cashDayShape,
  )
}

const paymentFacts = (at: Sql) => sql`json_build_object('_id', p.id, 'receiptNumber', p.receipt_number,
  'name', coalesce(p.receipt->>'name', w.name), 'method', p.method, 'receivedBy', p.received_by, 'amount', ${euros('p.amount')},
  'at', ${at}, 'isCancelled', p.status = 'cancelled')`
const payerJoins = sql`JOIN members m ON m.id = p.member_id JOIN people w ON w.id = m.person_id`

/** The payments that a sheet counted, and the changes to its day since. */
export async function readSheetPayments(
  db: Querying,
  sheetId: string,
): Promise<{ counted: DayPayment[]; late: LateChanges }> {
  return one(
    db,
    sql`
      WITH counted AS (
        SELECT ${paymentFacts(sql`coalesce(p.cancelled_at, p.created_at)`)} AS payment, p.status, p.receipt_number AS number
        FROM cash_sheet_payments l JOIN payments p ON p.id = l.payment_id ${payerJoins} WHERE l.cash_sheet_id = ${sheetId}),
      later AS (
        SELECT ${paymentFacts(sql`p.created_at`)} AS payment, p.receipt_number AS number
        FROM cash_sheets s JOIN payments p ON p.date = s.date ${payerJoins}
        WHERE s.id = ${sheetId} AND s.status = 'closed' AND ${wasReceived}
          AND NOT EXISTS (SELECT FROM cash_sheet_payments l WHERE l.cash_sheet_id = s.id AND l.payment_id = p.id))
      SELECT (SELECT coalesce(json_agg(payment ORDER BY number), '[]') FROM counted) AS counted,
        json_build_object('registered', (SELECT coalesce(json_agg(payment ORDER BY number), '[]') FROM later),
          'cancelled', (SELECT coalesce(json_agg(payment ORDER BY number), '[]') FROM counted WHERE status = 'cancelled')) AS late`,
    { counted: jsonOf<DayPayment[]>(), late: jsonOf<LateChanges>() },
  )
}
