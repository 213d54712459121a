import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { notFound } from '../errors.ts'
import { createPaper } from '../pdf/index.ts'
import type { Engine } from '../rest/modules.ts'
import type { Drawn } from './draw-advice.ts'
import { letterheadOf } from './letterhead-of.ts'

interface StatementRow {
  number: number
  name: string
  balance: number
  credit: number
  entries: { date: string; text: string; charged: number; paid: number }[] | null
}

/** What a member was charged and paid, in the order of the days, and what is left. */
export async function drawStatement(engine: Engine, memberId: string): Promise<Drawn> {
  const { number, name, balance, credit, entries } = await readStatement(engine, memberId)
  const { letterhead } = await letterheadOf(engine)
  const today = await engine.world.organisation.today()
  const title = 'Extrato de conta corrente'
  const paper = createPaper({ title: `${title} ${number}`, letterhead })
  paper.heading(title)
  paper.facts([
    ['Nome', name],
    ['Número', String(number)],
    ['Em', formatDateLong(today)],
    ['Em dívida', formatAmount(balance)],
    ['Crédito', credit > 0 ? formatAmount(credit) : null],
  ])
  const money = (cents: number) => (cents === 0 ? '' : formatAmount(cents))
  const sum = (of: 'charged' | 'paid') => (entries ?? []).reduce((total, entry) => total + entry[of], 0)
  paper.table(
    [
      { label: 'Data', share: 0.14 },
      { label: 'Descrição', share: 0.48 },
      { label: 'A pagar', share: 0.19, isNumber: true },
      { label: 'Pago', share: 0.19, isNumber: true },
    ],
    (entries ?? []).map(({ date, text, charged, paid }) => [
      formatDate(date),
      text,
      money(charged),
      money(paid),
    ]),
    ['', 'Total', formatAmount(sum('charged')), formatAmount(sum('paid'))],
  )
  return { name: `Extrato ${number}`, pdf: await paper.finish() }
}

async function readStatement({ world }: Engine, memberId: string): Promise<StatementRow> {
  const { rows } = await world.database.pool.query<StatementRow>({
    text: `SELECT m.member_number AS number, w.name, b.balance, b.credit, (
             SELECT json_agg(json_build_object('date', date, 'text', text, 'charged', charged, 'paid', paid) ORDER BY date, kind, text) FROM (
               SELECT due_date AS date, 1 AS kind, description AS text, amount AS charged, 0 AS paid FROM unsettled_payments
               WHERE member_id = m.id AND status NOT IN ('cancelled', 'exempt')
               UNION ALL
               SELECT p.date, 2, 'Recibo ' || p.receipt_number, 0, sum(i.amount) FROM payment_items i JOIN payments p ON p.id = i.payment_id
               WHERE i.member_id = m.id AND p.status = 'registered' GROUP BY p.id) moved) AS entries
           FROM members m JOIN people w ON w.id = m.person_id JOIN member_balances b ON b.id = m.id WHERE m.id = $1`,
    values: [memberId],
  })
  const [row] = rows
  if (!row) throw notFound()
  return row
}
