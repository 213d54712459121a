import { assetConditions } from '@agremia/resources/definitions/fixed-assets.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { join, sql } from '../database/sql.ts'
import { fiscalYearDays } from '@agremia/resources/rules/fiscal-year.ts'
import { euros } from '../rest/euros.ts'
import { leftToPay, leftToPayOn } from '../treasury/index.ts'
import type { Asked, Report, ReportRow } from './declare.ts'
import { chargesByDay } from './dues-reports.ts'
import { isPast, listOf, listOfNow, owed, ownDay } from './lists.ts'

const sections = {
  opening: 'Saldos iniciais',
  receipts: 'Recebimentos',
  payments: 'Pagamentos',
  transfers: 'Transferências entre contas',
  closing: 'Saldos finais',
  rights: 'Direitos futuros',
  commitments: 'Compromissos futuros',
  assets: 'Património fixo, no fim do ano',
} as const

/** The label of the condition of an asset `a`. */
const conditionLabel = sql`CASE a.condition ${join(
  Object.entries(assetConditions).map(([code, { label }]) => sql`WHEN ${code} THEN ${label.toLowerCase()}`),
  ' ',
)} END`

function inYear(asked: Asked) {
  const { first, last } = fiscalYearDays(asked, asked.year)
  return { date_from: first, date_to: last }
}
/** The same report on the last day of its year, or today. */
const atYearEnd = (asked: Asked): Asked => ({ ...asked, day: fiscalYearDays(asked, asked.year).last })
/** SQL of a table `days` with the first and the last day of the report's year. */
function daysSql(asked: Asked) {
  const { first, last } = fiscalYearDays(asked, asked.year)
  return sql`days AS (SELECT ${first}::date AS first, ${last}::date AS last)`
}

/** SQL of the unpaid `amount` of received documents on the day of the report. */
const documentsLeft = (asked: Asked) =>
  isPast(asked)
    ? leftToPayOn(ownDay(asked))
    : sql`SELECT ${leftToPay} AS amount FROM treasury_docs d WHERE d.status IN ('unpaid', 'partial') AND d.direction = 'received'`

/** The transactions or charges of a row of the cash map, or of the total of a section. Balances also have what was there before. */
function listOfMap(row: ReportRow | null, asked: Asked, { section }: { section: string | undefined }) {
  const moved = (kind: string) => ({ ...inYear(asked), kind, categoryId: row?.key })
  switch (section) {
    case sections.receipts:
      return listOf('transactions', moved('income'), 'income')
    case sections.payments:
      return listOf('transactions', moved('expense'), 'expense')
    case sections.transfers:
      return listOf('transactions', { ...inYear(asked), kind: 'transfer' }, 'effect')
    case sections.assets:
      return row ? listOf('fixedAssets', { id: row.key }, 'value') : undefined
    case sections.rights:
      return listOfNow(atYearEnd(asked), 'unsettledPayments', owed, 'openAmount')
    default:
      return undefined
  }
}

/** List of receipts and payments of the cash regime (Decreto-Lei n.º 36-A/2011, art. 11.º), with its check. */
export const cashMap: Report = {
  name: 'cashMap',
  question: 'Que dinheiro havia, que dinheiro entrou e saiu, e que dinheiro ficou?',
  setting: 'hasTreasury',
  reads: ['transactions', 'treasuryAccounts', 'treasuryDocs', 'unsettledPayments', 'fixedAssets'],
  parameters: ['year', 'compare'],
  ofFiscalYear: true,
  rowLabel: 'Conta ou categoria',
  hasSections: true,
  statement: (asked) => sql`
    WITH ${daysSql(asked)},
    moved AS MATERIALIZED (
      SELECT t.account_id, t.category_id, t.kind, coalesce(sum(t.effect) FILTER (WHERE t.date < days.first), 0) AS before,
        coalesce(sum(t.effect) FILTER (WHERE t.date >= days.first), 0) AS within, coalesce(sum(t.records) FILTER (WHERE t.date >= days.first), 0) AS records
      FROM transactions_by_day t, days WHERE t.date <= days.last GROUP BY 1, 2, 3),
    balances AS MATERIALIZED (
      SELECT a.id, a.name, a."order", a.opening_balance + coalesce(sum(m.before), 0) AS opening, coalesce(sum(m.within), 0) AS within
      FROM treasury_accounts a CROSS JOIN days LEFT JOIN moved m ON m.account_id = a.id WHERE a.opening_date <= days.last GROUP BY a.id),
    rows AS (
      SELECT 0 AS part, ${sections.opening} AS section, id::text AS key, name AS label, "order" AS place, opening AS amount FROM balances
      UNION ALL
      SELECT CASE m.kind WHEN 'income' THEN 1 ELSE 2 END, CASE m.kind WHEN 'income' THEN ${sections.receipts} ELSE ${sections.payments} END,
        k.id::text, k.name, k."order", CASE m.kind WHEN 'income' THEN sum(m.within) ELSE -sum(m.within) END
      FROM moved m JOIN transaction_categories k ON k.id = m.category_id WHERE m.kind <> 'transfer' GROUP BY m.kind, k.id HAVING sum(m.records) > 0
      UNION ALL
      SELECT 3, ${sections.transfers}, 'transfer', 'Saídas e entradas', 0, coalesce(sum(within), 0) FROM moved WHERE kind = 'transfer' HAVING sum(records) > 0
      UNION ALL
      SELECT 4, ${sections.closing}, id::text, name, "order", opening + within FROM balances
      UNION ALL
      SELECT 5, ${sections.rights}, 'charges', 'Por receber', 0, coalesce(sum(c.open_amount), 0)
      FROM ${chargesByDay(atYearEnd(asked))} c HAVING sum(c.open_amount) > 0
      UNION ALL
      SELECT 6, ${sections.commitments}, 'documents', 'Documentos de fornecedores por pagar', 0, sum(d.amount)
      FROM (${documentsLeft(atYearEnd(asked))}) d HAVING sum(d.amount) <> 0
      UNION ALL
      SELECT 7, ${sections.assets}, a.id::text, concat_ws(', ', a.description, to_char(a.acquired_on, 'DD/MM/YYYY'), ${conditionLabel}, CASE WHEN a.depreciation > 0 THEN 'já depreciado em parte' END),
        row_number() OVER (ORDER BY a.acquired_on, a.id)::integer, a.value
      FROM fixed_assets a, days WHERE coalesce(a.recorded_on, a.acquired_on) <= days.last AND (a.disposed_on IS NULL OR a.disposed_on > days.last))
    SELECT section, key, label, ${euros('amount')} AS amount FROM rows ORDER BY part, place, label, key`,
  columns: [{ name: 'amount', label: 'Valor', type: 'euros', list: listOfMap }],
  compared: 'amount',
  chart: { kind: 'rows', columns: ['amount'], section: sections.receipts },
  notes: (asked, rows) => [
    checkOf(rows),
    `Os direitos e compromissos futuros são os de ${formatDate(ownDay(atYearEnd(asked)))}.`,
  ],
}

/** Sentence that says whether opening balances, receipts, payments and transfers in transit add up to the closing balances. */
function checkOf(rows: readonly ReportRow[]): string {
  const sum = (section: string) =>
    rows.filter((row) => row['section'] === section).reduce((total, { amount }) => total + toCents(amount), 0)
  return verification({
    opening: sum(sections.opening),
    receipts: sum(sections.receipts),
    payments: sum(sections.payments),
    transfers: sum(sections.transfers),
    closing: sum(sections.closing),
  })
}

/** The sentence of the check. Amounts in cents; `transfers` is the amount that left an account and has not arrived, negative, or the reverse. */
function verification(sums: Record<'opening' | 'receipts' | 'payments' | 'transfers' | 'closing', number>) {
  const { opening, receipts, payments, transfers, closing } = sums
  const expected = opening + receipts - payments + transfers
  const amount = formatAmount(Math.abs(transfers))
  const underWay =
    transfers < 0
      ? ` − ${amount} em trânsito entre contas, que só entram depois,`
      : transfers > 0
        ? ` + ${amount} que estavam em trânsito entre contas`
        : ''
  const text = `Verificação: ${formatAmount(opening)} + ${formatAmount(receipts)} − ${formatAmount(payments)}${underWay} = ${formatAmount(expected)}`
  return expected === closing
    ? `${text}, que são os saldos finais.`
    : `${text}, e os saldos finais são ${formatAmount(closing)}: há uma diferença de ${formatAmount(closing - expected)}.`
}

const splitsOf = (row: ReportRow | null, { year }: Asked, kind: 'income' | 'expense') =>
  listOf('transactionSplits', { year, costCenterId: row?.key, kind }, kind)

/** Budgets of the cost centres and what was received and spent. */
export const budget: Report = {
  name: 'budget',
  question: 'O que se previa em cada centro de custos, e o que se recebeu e gastou?',
  setting: 'hasTreasury',
  reads: ['costCenters', 'transactions'],
  parameters: ['year', 'compare'],
  ofFiscalYear: true,
  rowLabel: 'Centro de custos',
  statement: (asked) => sql`
    WITH ${daysSql(asked)},
    moved AS (
      SELECT cost_center_id, sum(income) AS income, sum(expense) AS expense FROM transaction_splits_totals, days
      WHERE month BETWEEN days.first AND days.last GROUP BY 1)
    SELECT k.id::text AS key, k.name AS label, ${euros('b.income')} AS "plannedIncome", ${euros('m.income')} AS income,
      ${euros('coalesce(m.income, 0) - coalesce(b.income, 0)')} AS "incomeDifference",
      ${euros('b.expense')} AS "plannedExpense", ${euros('m.expense')} AS expense,
      ${euros('coalesce(m.expense, 0) - coalesce(b.expense, 0)')} AS "expenseDifference",
      ${euros('coalesce(m.income, 0) - coalesce(m.expense, 0)')} AS result
    FROM cost_centers k LEFT JOIN moved m ON m.cost_center_id = k.id
      LEFT JOIN cost_center_budgets b ON b.cost_center_id = k.id AND b.year = ${asked.year}::integer
    WHERE m.cost_center_id IS NOT NULL OR b.id IS NOT NULL ORDER BY k.name, k.id`,
  columns: [
    { name: 'plannedIncome', label: 'Receita prevista', type: 'euros' },
    {
      name: 'income',
      label: 'Receita',
      type: 'euros',
      list: (row, asked) => splitsOf(row, asked, 'income'),
    },
    { name: 'incomeDifference', label: 'Desvio da receita', type: 'euros' },
    { name: 'plannedExpense', label: 'Despesa prevista', type: 'euros' },
    {
      name: 'expense',
      label: 'Despesa',
      type: 'euros',
      list: (row, asked) => splitsOf(row, asked, 'expense'),
    },
    { name: 'expenseDifference', label: 'Desvio da despesa', type: 'euros' },
    { name: 'result', label: 'Saldo', type: 'euros' },
  ],
  compared: 'result',
  chart: { kind: 'bars', columns: ['plannedExpense', 'expense'] },
  notes: () => ['Só as transações com centro de custos contam.'],
}

const withoutCenter = 'Sem centro de custos'
/** Keys of the rows that are no categories. */
const keys = { accounts: 'accounts', transfer: 'transfer' } as const

/** Transactions of a category of a cost centre, or without any. A row of transfers or balances has no list. */
const centerSplits = (row: ReportRow | null, asked: Asked, kind: 'income' | 'expense') => {
  if (!row || row.key === keys.accounts || row.key === keys.transfer) return undefined
  const filters = { categoryId: row.key, kind }
  return row['centerId'] === null
    ? listOf('transactions', { ...inYear(asked), ...filters, hasCostCenter: 'false' }, kind)
    : listOf(
        'transactionSplits',
        { year: asked.year, costCenterId: String(row['centerId']), ...filters },
        kind,
      )
}

/**
 * The receipts and payments of each cost centre by category, with opening and closing balance: opening + receipts − payments =
 * closing in each row and each centre. Amounts without cost centre, with the opening balances of the accounts, are last.
 */
export const cashMapByCenter: Report = {
  name: 'cashMapByCenter',
  question:
    'Que dinheiro tinha cada centro de custos, que recebeu e pagou em cada categoria, e com que ficou?',
  setting: 'hasTreasury',
  reads: ['transactions', 'treasuryAccounts', 'costCenters'],
  parameters: ['year', 'compare'],
  ofFiscalYear: true,
  rowLabel: 'Categoria',
  hasSections: true,
  hidden: { centerId: 'text?', balances: 'euros' },
  statement: (asked) => sql`
    WITH ${daysSql(asked)},
    centred AS MATERIALIZED (
      SELECT s.cost_center_id, t.category_id, s.kind, coalesce(sum(s.income - s.expense) FILTER (WHERE s.date < days.first), 0) AS before,
        coalesce(sum(s.income - s.expense) FILTER (WHERE s.date >= days.first), 0) AS within, count(*) FILTER (WHERE s.date >= days.first) AS records
      FROM transaction_splits s JOIN transactions t ON t.id = s.transaction_id CROSS JOIN days WHERE s.date <= days.last GROUP BY 1, 2, 3),
    whole AS MATERIALIZED (
      SELECT t.category_id, t.kind, coalesce(sum(t.effect) FILTER (WHERE t.date < days.first), 0) AS before,
        coalesce(sum(t.effect) FILTER (WHERE t.date >= days.first), 0) AS within, coalesce(sum(t.records) FILTER (WHERE t.date >= days.first), 0) AS records
      FROM transactions_by_day t, days WHERE t.date <= days.last GROUP BY 1, 2),
    opened AS (SELECT coalesce(sum(a.opening_balance), 0) AS amount FROM treasury_accounts a, days WHERE a.opening_date <= days.last),
    moved AS (
      SELECT * FROM centred
      UNION ALL
      SELECT NULL, w.category_id, w.kind, w.before - coalesce(c.before, 0), w.within - coalesce(c.within, 0), w.records - coalesce(c.records, 0)
      FROM whole w LEFT JOIN (SELECT category_id, kind, sum(before) AS before, sum(within) AS within, sum(records) AS records FROM centred GROUP BY 1, 2) c
        ON c.category_id = w.category_id AND c.kind = w.kind),
    rows AS (
      SELECT 0 AS part, NULL::uuid AS center_id, ${keys.accounts} AS key, 'Saldos de abertura das contas' AS label, 0 AS place, amount AS opening, 0 AS income, 0 AS expense
      FROM opened WHERE amount <> 0
      UNION ALL
      SELECT CASE m.kind WHEN 'income' THEN 1 ELSE 2 END, m.cost_center_id, k.id::text, k.name, k."order", sum(m.before),
        CASE m.kind WHEN 'income' THEN sum(m.within) ELSE 0 END, CASE m.kind WHEN 'income' THEN 0 ELSE -sum(m.within) END
      FROM moved m JOIN transaction_categories k ON k.id = m.category_id
      WHERE m.kind <> 'transfer' GROUP BY m.kind, m.cost_center_id, k.id HAVING sum(m.records) > 0 OR sum(m.before) <> 0
      UNION ALL
      SELECT 3, NULL, ${keys.transfer}, 'Em trânsito entre contas', 0, sum(before), greatest(sum(within), 0), greatest(-sum(within), 0)
      FROM moved WHERE kind = 'transfer' HAVING sum(before) <> 0 OR sum(within) <> 0)
    SELECT r.key, r.label, coalesce(k.name, ${withoutCenter}) AS section, r.center_id::text AS "centerId", ${euros('r.opening')} AS opening, ${euros('r.income')} AS income,
      ${euros('r.expense')} AS expense, ${euros('r.opening + r.income - r.expense')} AS closing,
      ${euros('(SELECT amount FROM opened) + (SELECT coalesce(sum(before + within), 0) FROM whole)')} AS balances
    FROM rows r LEFT JOIN cost_centers k ON k.id = r.center_id ORDER BY k.id IS NULL, k.name, k.id, r.part, r.place, r.label`,
  columns: [
    { name: 'opening', label: 'Saldo inicial', type: 'euros' },
    {
      name: 'income',
      label: 'Recebimentos',
      type: 'euros',
      list: (row, asked) => centerSplits(row, asked, 'income'),
    },
    {
      name: 'expense',
      label: 'Pagamentos',
      type: 'euros',
      list: (row, asked) => centerSplits(row, asked, 'expense'),
    },
    { name: 'closing', label: 'Saldo final', type: 'euros' },
  ],
  compared: 'closing',
  notes(_asked, rows) {
    const sum = (column: string) => rows.reduce((total, row) => total + toCents(row[column]), 0)
    const check = verification({
      opening: sum('opening'),
      receipts: sum('income'),
      payments: sum('expense'),
      transfers: 0,
      closing: toCents(rows[0]?.['balances'] ?? 0),
    })
    return [
      check,
      'O saldo de um centro de custos, ou de uma categoria, é o que recebeu menos o que pagou desde o início.',
    ]
  },
}
