import { owedStates } from '@agremia/resources/charge-states.ts'
import { sql } from '../database/sql.ts'
import { chargesOn, settledOn, termsJoin } from '../dues/index.ts'
import { euros } from '../rest/euros.ts'
import type { Asked, Report, ReportRow } from './declare.ts'
import { listOf, owed } from './lists.ts'

/** The capital charges of a member, or of all. Charges have their amounts of today, so that other days lead to no list. */
function capitalOf(row: ReportRow | null, { day, today }: Asked, sum: string, status: readonly string[]) {
  const filters = { memberId: row?.key, type: 'capital', status }
  return day < today ? undefined : listOf('unsettledPayments', filters, sum)
}
const owedOrPaid = [...owedStates, 'paid']

/** The register of the capital titles of a cooperative on a day (Código Cooperativo, Lei n.º 119/2015). */
export const capital: Report = {
  name: 'capital',
  question: 'Que títulos de capital tinha cada {memberSingular} naquele dia, e quanto estava realizado?',
  onlyFor: 'cooperative',
  reads: ['members', 'unsettledPayments'],
  parameters: ['day'],
  rowLabel: '{MemberSingular}',
  statement: ({ day }) => sql`
    WITH subscribed AS (${chargesOn(day, sql`'capital'`)}),
    settled AS (${settledOn(day, sql`subscribed`)}),
    paid AS (SELECT id, sum(amount) AS amount, max(day) AS last_paid FROM settled GROUP BY id),
    charged AS (
      SELECT s.member_id, sum(s.amount) AS subscribed, coalesce(sum(p.amount), 0) AS paid, min(s.day) AS since, max(p.last_paid) AS last_paid
      FROM subscribed s LEFT JOIN paid p USING (id) GROUP BY s.member_id)
    SELECT m.id::text AS key, m.label, m.member_number AS number, t.capital_titles AS titles, ${euros('x.subscribed')} AS subscribed,
      ${euros('x.paid')} AS paid, ${euros('x.subscribed - x.paid')} AS open, x.since, x.last_paid AS "lastPaid"
    FROM members m ${termsJoin(sql`${day}::date`)} LEFT JOIN charged x ON x.member_id = m.id
    WHERE x.member_id IS NOT NULL OR t.capital_titles > 0 AND m.admission_date <= ${day}::date ORDER BY m.member_number`,
  columns: [
    { name: 'number', label: 'N.º', type: 'integer', isNotSummed: true },
    { name: 'titles', label: 'Títulos', type: 'integer' },
    { name: 'since', label: 'Desde', type: 'day' },
    {
      name: 'subscribed',
      label: 'Subscrito',
      type: 'euros',
      list: (row, asked) => capitalOf(row, asked, 'amount', owedOrPaid),
    },
    {
      name: 'paid',
      label: 'Realizado',
      type: 'euros',
      list: (row, asked) => capitalOf(row, asked, 'paidAmount', owedOrPaid),
    },
    {
      name: 'open',
      label: 'Por realizar',
      type: 'euros',
      list: (row, asked) => capitalOf(row, asked, 'openAmount', owed.status),
    },
    { name: 'lastPaid', label: 'Último pagamento', type: 'day' },
  ],
}
