import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import type { ReturnReasonCode } from '@agremia/resources/return-reasons.ts'
import { balanceText, entryNote } from '@agremia/resources/statement.ts'
import { memberNumberLabel } from '@agremia/resources/terminology.ts'
import { createPaper, readLetterhead } from '../../pdf/index.ts'
import type { DrawnDocument, World } from '../../rest/modules.ts'
import type { PaymentMethod } from '@agremia/resources/payment-methods.ts'
import type { RowOf, Sql } from '../../database/sql.ts'
import { jsonOf, maybeOne, sql } from '../../database/sql.ts'
import { notFound } from '../../errors.ts'
import { isOwedOrPaid, isUsed, wasReceived } from '../ledger/conditions.ts'

/** Draws the statement of a member: charges and payments by date, with the balance. */
export async function drawStatement(world: World, memberId: string): Promise<DrawnDocument> {
  const { number, name, balance, credit, entries } = await readStatement(world, memberId)
  const letterhead = await readLetterhead(world)
  const today = await world.organisation.today()
  const title = 'Extrato de conta corrente'
  const paper = createPaper({ title: `${title} ${number}`, letterhead })
  paper.heading(title)
  paper.facts([
    ['Nome', name],
    [memberNumberLabel(await world.organisation.terminology()), String(number)],
    ['Data', formatDateLong(today)],
    ['Em dívida', formatAmount(balance)],
    ['Crédito', credit > 0 ? formatAmount(credit) : null],
  ])
  const money = (cents: Cents) => (cents === 0 ? '' : formatAmount(cents))
  const sum = (field: 'charged' | 'paid') => entries.reduce((total, entry) => total + entry[field], 0)
  paper.table(
    [
      { label: 'Data', share: 0.14 },
      { label: 'Descrição', share: 0.38 },
      { label: 'A pagar', share: 0.16, isNumber: true },
      { label: 'Pago', share: 0.16, isNumber: true },
      { label: 'Em dívida', share: 0.16, isNumber: true },
    ],
    entries.map((entry) => [
      formatDate(entry.date),
      `${entry.text}\n${entryNote(entry, today)}`,
      money(entry.charged),
      money(entry.paid),
      balanceText(entry.balance),
    ]),
    ['', 'Total', formatAmount(sum('charged')), formatAmount(sum('paid')), balanceText(balance - credit)],
  )
  return { name: `Extrato ${number}`, pdf: await paper.finish() }
}

/** Statement of a member: charges and payments by date. Amounts in cents. */
export type Statement = RowOf<typeof statementShape>
const statementShape = {
  number: 'integer',
  name: 'text',
  balance: 'cents',
  overdueAmount: 'cents',
  credit: 'cents',
  entries: jsonOf<StatementEntry[]>(),
} as const

export type StatementEntry = ChargeEntry | PaymentEntry | BackEntry

interface Entry {
  /** Id of the charge, payment, return or refund. */
  id: string
  date: string
  text: string
  charged: Cents
  paid: Cents
  /** Balance after this entry; negative means credit. */
  balance: Cents
}

/** Its date is that of creation, or the due date if that is earlier. */
interface ChargeEntry extends Entry {
  kind: 'charge'
  dueDate: string
  status: string
  open: Cents
  /** The part of it that earlier credit settled. */
  credit: Cents
}

/** This member's part of a payment, and how much of it became credit. */
interface PaymentEntry extends Entry {
  kind: 'payment'
  method: PaymentMethod
  credit: Cents
}

/** This member's part of a payment that was returned, or credit that was given back; zero when nothing covers it any more. */
interface BackEntry extends Entry {
  kind: 'return' | 'refund'
  method: PaymentMethod
  credit: Cents
  /** Only of returns. */
  reason?: ReturnReasonCode
}

/** Reads the statement of a member, for the screen and the PDF. Throws 404. */
export async function readStatement(world: World, memberId: string): Promise<Statement> {
  const { timeZone } = await world.organisation.settings()
  const statement = await maybeOne(world.database.pool, statementSql(memberId, timeZone), statementShape)
  if (!statement) throw notFound()
  return statement
}

const statementSql = (memberId: string, timeZone: string): Sql => sql`
  WITH uses AS (
    SELECT unsettled_payment_id AS id, sum(amount) AS amount FROM credit_uses u
    WHERE member_id = ${memberId} AND unsettled_payment_id IS NOT NULL AND ${isUsed} GROUP BY 1),
  moved AS (
    SELECT 'charge' AS kind, c.id, least(c.due_date, (c.created_at AT TIME ZONE ${timeZone})::date) AS date, c.description AS text,
      c.amount AS charged, 0::bigint AS paid, c.due_date, c.status, c.open_amount AS open, NULL AS method,
      coalesce(u.amount, 0) AS credit, NULL AS reason
    FROM unsettled_payments c LEFT JOIN uses u USING (id)
    WHERE c.member_id = ${memberId} AND ${isOwedOrPaid}
    UNION ALL
    SELECT 'payment', p.id, p.date, 'Recibo ' || p.receipt_number, 0, sum(i.amount), NULL, NULL, NULL, p.method,
      coalesce(sum(i.amount) FILTER (WHERE i.unsettled_payment_id IS NULL), 0), NULL
    FROM payment_items i JOIN payments p ON p.id = i.payment_id
    WHERE i.member_id = ${memberId} AND ${wasReceived} GROUP BY p.id
    UNION ALL
    SELECT 'return', r.id, r.date, 'Devolução do recibo ' || p.receipt_number, sum(i.amount), 0, NULL, NULL, NULL, p.method, 0, r.reason
    FROM payment_returns r JOIN payments p ON p.id = r.payment_id JOIN payment_items i ON i.payment_id = p.id
    WHERE i.member_id = ${memberId} AND r.status = 'active' GROUP BY r.id, p.id
    UNION ALL
    SELECT 'refund', f.id, f.date, 'Crédito devolvido ' || f.number, coalesce(sum(u.amount), 0), 0, NULL, NULL, NULL, f.method, 0, NULL
    FROM credit_refunds f LEFT JOIN credit_uses u ON u.refund_id = f.id AND ${isUsed}
    WHERE f.member_id = ${memberId} AND f.status = 'registered' GROUP BY f.id),
  counted AS (
    SELECT moved.*, sum(charged - paid) OVER (ORDER BY date, kind, due_date, id) AS balance FROM moved)
  SELECT m.member_number AS number, w.name, b.balance, b.overdue_amount AS "overdueAmount", b.credit, coalesce((
    SELECT json_agg(json_strip_nulls(json_build_object('kind', kind, 'id', id, 'date', date, 'text', text, 'charged', charged,
      'paid', paid, 'balance', balance, 'dueDate', due_date, 'status', status, 'open', open, 'method', method, 'credit', credit, 'reason', reason))
      ORDER BY date, kind, due_date, id) FROM counted), '[]') AS entries
  FROM members m JOIN people w ON w.id = m.person_id JOIN member_balances b ON b.id = m.id WHERE m.id = ${memberId}`
