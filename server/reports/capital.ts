import { owedStates } from '@agremia/resources/charge-states.ts'
import { sql } from '../database/sql.ts'
import { isOwedOrPaid, isReceived } from '../dues/index.ts'
import { euros } from '../rest/euros.ts'
import type { Report, ReportRow } from './declare.ts'
import { listOf, owed } from './lists.ts'

/** Filters of the capital charges of a member, or of all. */
const capitalOf = (row: ReportRow | null) => ({
  memberId: row?.key,
  type: 'capital',
  status: [...owedStates, 'paid'],
})

/** The register of the capital titles of a cooperative (Código Cooperativo, Lei n.º 119/2015). */
export const capital: Report = {
  name: 'capital',
  title: 'Registo de capital',
  question: 'Que títulos de capital tem cada {memberSingular}, e quanto está realizado?',
  of: 'cooperative',
  reads: ['members', 'unsettledPayments'],
  parameters: [],
  rowLabel: '{MemberSingular}',
  statement: () => sql`
    WITH charged AS (
      SELECT c.member_id, sum(c.amount) AS subscribed, sum(c.paid_amount) AS paid, sum(c.open_amount) AS open, min(c.due_date) AS since,
        (SELECT max(p.date) FROM payment_items i JOIN payments p ON p.id = i.payment_id
          WHERE i.unsettled_payment_id = ANY (array_agg(c.id)) AND ${isReceived}) AS last_paid
      FROM unsettled_payments c WHERE c.type = 'capital' AND ${isOwedOrPaid} GROUP BY c.member_id)
    SELECT m.id::text AS key, m.label, m.member_number AS number, m.capital_titles AS titles, ${euros('x.subscribed')} AS subscribed,
      ${euros('x.paid')} AS paid, ${euros('x.open')} AS open, x.since, x.last_paid AS "lastPaid"
    FROM members m LEFT JOIN charged x ON x.member_id = m.id
    WHERE x.member_id IS NOT NULL OR m.capital_titles > 0 ORDER BY m.member_number`,
  columns: [
    { name: 'number', label: 'N.º', type: 'integer', isNotSummed: true },
    { name: 'titles', label: 'Títulos', type: 'integer' },
    { name: 'since', label: 'Desde', type: 'day' },
    {
      name: 'subscribed',
      label: 'Subscrito',
      type: 'euros',
      list: (row) => listOf('unsettledPayments', capitalOf(row), 'amount'),
    },
    {
      name: 'paid',
      label: 'Realizado',
      type: 'euros',
      list: (row) => listOf('unsettledPayments', capitalOf(row), 'paidAmount'),
    },
    {
      name: 'open',
      label: 'Por realizar',
      type: 'euros',
      list: (row) => listOf('unsettledPayments', { ...capitalOf(row), ...owed }, 'openAmount'),
    },
    { name: 'lastPaid', label: 'Último pagamento', type: 'day' },
  ],
}
