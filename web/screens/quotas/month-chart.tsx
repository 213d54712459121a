import type { Chart } from '@agremia/resources/charts/chart.ts'
import type { Euros as Money } from '@agremia/resources/rules/amount.ts'
import { useState } from 'react'
import { SegmentedControl } from '@mantine/core'
import { monthNames, shortMonthNames } from '@agremia/resources/rules/dates.ts'
import { Euros, euros } from '../../ui/euros.tsx'
import { ChartView } from '../../ui/lazy-chart.tsx'
import type { MonthOfPayments, Overview } from './overview-data.ts'
import { chargesDue, debtsDue, monthDays, paymentsBetween, yearDays } from '../../paths/dues-lists.ts'
import { Panel } from '../../ui/panel.tsx'
import { NumberTable } from '../../ui/number-table.tsx'

type View = 'sums' | 'months' | 'table'

const monthsTitle = 'Recebido e em dívida por mês'
const titles: Record<View, string> = {
  sums: 'Recebido até à data',
  months: monthsTitle,
  table: monthsTitle,
}

/** Payments of this year and last year, cumulative or by month, and the open debt by month of its due date. */
export function MonthChart({ overview }: { overview: Overview }) {
  const [view, setView] = useState<View>('sums')
  return (
    <Panel
      width="page"
      title={titles[view]}
      tools={
        <SegmentedControl
          size="xs"
          aria-label="Recebido e em dívida: ver como"
          value={view}
          onChange={(chosen) => setView(chosen)}
          data={[
            { value: 'sums', label: 'Acumulado' },
            { value: 'months', label: 'Por mês' },
            { value: 'table', label: 'Tabela' },
          ]}
        />
      }
    >
      {view === 'sums' && <YearLines overview={overview} />}
      {view === 'months' && <MonthBars overview={overview} />}
      {view === 'table' && <MonthTable overview={overview} />}
    </Panel>
  )
}

/** Cumulative payments: this year until today, and all of last year. Each month links to the payments until then. */
function YearLines({ overview: { year, today, byMonth } }: { overview: Overview }) {
  const now = Number(today.slice(5, 7))
  const sums = runningSums(byMonth.map(({ paid }) => paid))
  const before = runningSums(byMonth.map(({ paidLastYear }) => paidLastYear))
  const chart: Chart = {
    kind: 'lines',
    unit: 'euros',
    categories: shortMonthNames,
    series: [
      { label: String(year), values: sums.map((sum, index) => (index < now ? sum : null)) },
      { label: String(year - 1), values: before },
    ],
  }
  return (
    <ChartView
      chart={chart}
      label={titles.sums}
      pointOf={(_series, index) => ({
        to: paymentsBetween({ from: `${year}-01-01`, to: monthDays(year, index + 1).to }),
        text: sumText(index + 1, year, index < now ? sums[index] : undefined, before[index] ?? 0),
      })}
    />
  )
}

/** Cumulative sums, computed in cents to avoid rounding errors. */
function runningSums(values: readonly number[]): number[] {
  let cents = 0
  return values.map((value) => (cents += Math.round(value * 100)) / 100)
}

function sumText(month: number, year: number, sum: Money | undefined, before: Money): string {
  const now = sum === undefined ? '' : `${euros(sum)} em ${year}, `
  return `Até ao fim de ${monthNames[month - 1]}: ${now}${euros(before)} em ${year - 1}`
}

/** Bars by month: payments above the line, open debt below it. Each bar links to its payments or debts. */
function MonthBars({ overview: { year, byMonth } }: { overview: Overview }) {
  const chart: Chart = {
    kind: 'bars',
    unit: 'euros',
    categories: shortMonthNames,
    series: [
      { label: String(year), values: byMonth.map(({ paid }) => paid) },
      { label: String(year - 1), values: byMonth.map(({ paidLastYear }) => paidLastYear) },
      { label: 'Em dívida', values: byMonth.map(({ owed }) => owed), isBelow: true },
    ],
  }
  const days = (series: number, month: number) => monthDays(series === 1 ? year - 1 : year, month)
  return (
    <ChartView
      chart={chart}
      label={monthsTitle}
      pointOf={(series, index) => {
        const month = byMonth[index]
        if (!month) return undefined
        const linkTo = series === 2 ? debtsDue : paymentsBetween
        return {
          to: linkTo(days(series, index + 1)),
          text: series === 2 ? owedText(month, year) : paidText(month, year),
        }
      }}
    />
  )
}

function paidText({ month, paid, paidLastYear }: MonthOfPayments, year: number): string {
  return `${monthNames[month - 1]}: ${euros(paid)} em ${year}, ${euros(paidLastYear)} em ${year - 1}`
}

function owedText({ month, owed }: MonthOfPayments, year: number): string {
  return `${monthNames[month - 1]}: ${euros(owed)} em dívida, do que se vence em ${year}`
}

type MonthPart = Exclude<keyof MonthOfPayments, 'month'>

function MonthTable({ overview: { year, byMonth, paid } }: { overview: Overview }) {
  const sum = (part: 'due' | 'owed') => byMonth.reduce((total, month) => total + month[part], 0)
  const column = (head: string, linkTo: typeof chargesDue, of: number, part: MonthPart, total: number) => ({
    head,
    cell: (month: MonthOfPayments) => <Euros to={linkTo(monthDays(of, month.month))} amount={month[part]} />,
    total: <Euros to={linkTo(yearDays(of))} amount={total} />,
  })
  return (
    <NumberTable
      label={monthsTitle}
      rows={byMonth}
      keyOf={({ month }) => month}
      columns={[
        { head: 'Mês', cell: ({ month }) => monthNames[month - 1], total: 'Total' },
        column(`Recebido em ${year}`, paymentsBetween, year, 'paid', paid.thisYear),
        column(`Recebido em ${year - 1}`, paymentsBetween, year - 1, 'paidLastYear', paid.lastYear),
        column(`Com vencimento em ${year}`, chargesDue, year, 'due', sum('due')),
        column('Destes, em dívida', debtsDue, year, 'owed', sum('owed')),
      ]}
    />
  )
}
