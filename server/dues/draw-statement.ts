import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { memberNumberLabel } from '@agremia/resources/terminology.ts'
import { createPaper } from '../pdf/index.ts'
import type { DrawnDocument, Engine } from '../rest/modules.ts'
import { letterheadOf } from './letterhead-of.ts'
import { readStatement } from './statement.ts'

/** What a member was charged and paid, in the order of the days, and what is left. */
export async function drawStatement(engine: Engine, memberId: string): Promise<DrawnDocument> {
  const { number, name, balance, credit, entries } = await readStatement(engine, memberId)
  const { letterhead } = await letterheadOf(engine)
  const today = await engine.world.organisation.today()
  const title = 'Extrato de conta corrente'
  const paper = createPaper({ title: `${title} ${number}`, letterhead })
  paper.heading(title)
  paper.facts([
    ['Nome', name],
    [memberNumberLabel(await engine.world.organisation.terminology()), String(number)],
    ['Data', formatDateLong(today)],
    ['Em dívida', formatAmount(balance)],
    ['Crédito', credit > 0 ? formatAmount(credit) : null],
  ])
  const money = (cents: number) => (cents === 0 ? '' : formatAmount(cents))
  const sum = (of: 'charged' | 'paid') => entries.reduce((total, entry) => total + entry[of], 0)
  paper.table(
    [
      { label: 'Data', share: 0.14 },
      { label: 'Descrição', share: 0.38 },
      { label: 'A pagar', share: 0.16, isNumber: true },
      { label: 'Pago', share: 0.16, isNumber: true },
      { label: 'Em dívida', share: 0.16, isNumber: true },
    ],
    entries.map(({ date, text, charged, paid, balance: after }) => [
      formatDate(date),
      text,
      money(charged),
      money(paid),
      formatAmount(after),
    ]),
    ['', 'Total', formatAmount(sum('charged')), formatAmount(sum('paid')), formatAmount(balance - credit)],
  )
  return { name: `Extrato ${number}`, pdf: await paper.finish() }
}
