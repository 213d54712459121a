import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Chart } from '@agremia/resources/charts/chart.ts'
import { monthNames, shortMonthNames } from '@agremia/resources/rules/dates.ts'
import { type FiscalYearStart, fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { useFiscalYear } from '../../api/fiscal-year.ts'
import { transactionsOfMonth, transactionsOfYear } from '../../paths/treasury-lists.ts'
import { Euros, euros } from '../../ui/euros.tsx'
import { ChartView } from '../../ui/lazy-chart.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NumberTable } from '../../ui/number-table.tsx'
import type { MonthOfTreasury, Overview } from './overview-data.ts'

type View = 'chart' | 'table'

/** Income and expense of each month of the year, beside those of last year. */
export function MonthsPanel({ overview }: { overview: Overview }) {
  const [view, setView] = useState<View>('chart')
  const title = `Receitas e despesas de ${fiscalYearText(useFiscalYear(), overview.year)}`
  return (
    <Panel
      title={title}
      tools={
        <SegmentedControl
          size="xs"
          aria-label={`${title}: ver como`}
          value={view}
          onChange={(chosen) => setView(chosen)}
          data={[
            { value: 'chart', label: 'Gráfico' },
            { value: 'table', label: 'Tabela' },
          ]}
        />
      }
    >
      {view === 'chart' ? (
        <MonthChart overview={overview} title={title} />
      ) : (
        <MonthTable overview={overview} />
      )}
    </Panel>
  )
}

const kinds = ['income', 'expense'] as const
const kindLabels = { income: 'Receita', expense: 'Despesa' }

function MonthChart({ overview: { year, byMonth }, title }: { overview: Overview; title: string }) {
  const start = useFiscalYear()
  const chart = useMemo<Chart>(
    () => ({
      kind: 'bars',
      unit: 'euros',
      categories: byMonth.map(({ month }) => shortMonthNames[month - 1] ?? ''),
      series: kinds.map((kind) => ({ label: kindLabels[kind], values: byMonth.map((month) => month[kind]) })),
    }),
    [byMonth],
  )
  return (
    <ChartView
      chart={chart}
      label={title}
      pointOf={(series, index) => {
        const [kind, month] = [kinds[series], byMonth[index]]
        if (!kind || !month) return undefined
        const before = kind === 'income' ? month.incomeLastYear : month.expenseLastYear
        const name = capitalise(monthNames[month.month - 1] ?? '')
        return {
          text: `${name}, ${kindLabels[kind].toLowerCase()}: ${euros(month[kind])}; ${euros(before)} em ${fiscalYearText(start, year - 1)}`,
          to: transactionsOfMonth(kind, calendarYearOf(start, year, month.month), month.month),
        }
      }}
    />
  )
}

/** The calendar year of a month of an accounting year. */
const calendarYearOf = ({ fiscalYearStart }: FiscalYearStart, year: number, month: number) =>
  month < Number(fiscalYearStart) ? year + 1 : year

function MonthTable({ overview: { year, byMonth } }: { overview: Overview }) {
  const start = useFiscalYear()
  const sum = (part: Exclude<keyof MonthOfTreasury, 'month'>) =>
    byMonth.reduce((total, month) => total + month[part], 0)
  return (
    <NumberTable
      label={`Receitas e despesas de ${fiscalYearText(start, year)}, por mês`}
      rows={byMonth}
      keyOf={({ month }) => month}
      columns={[
        { head: 'Mês', cell: ({ month }) => monthNames[month - 1], total: 'Total' },
        ...kinds.map((kind) => ({
          head: kindLabels[kind],
          cell: ({ month, [kind]: amount }: MonthOfTreasury) => (
            <Euros
              to={transactionsOfMonth(kind, calendarYearOf(start, year, month), month)}
              amount={amount}
            />
          ),
          total: <Euros to={transactionsOfYear(kind, year)} amount={sum(kind)} />,
        })),
        {
          head: 'Saldo',
          isSpare: true,
          cell: ({ income, expense }) => euros(income - expense),
          total: euros(sum('income') - sum('expense')),
        },
      ]}
    />
  )
}
