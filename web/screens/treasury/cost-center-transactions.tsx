import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatPercent } from '@agremia/resources/rules/amount.ts'
import { fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import { useFiscalYear } from '../../api/fiscal-year.ts'
import { transactionPath } from '../../paths/treasury.ts'
import { RowsPlaceholder } from '../../resource/query-page.tsx'
import { type ColumnSetup, EmbeddedList, type FilterSetup } from '../../resource/record-list.tsx'
import { euros } from '../../ui/euros.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NumberTable } from '../../ui/number-table.tsx'
import { SignedAmount } from './transaction-cells.tsx'
import { type CenterYear, centerYearsQuery } from './year-totals.ts'
import classes from './statement.module.css'

/** The budget of a cost centre against what happened, and the parts of transactions that belong to it. */
export function CostCenterTransactions({ id }: { id: string }) {
  const where = useMemo(() => ({ costCenterId: id }), [id])
  return (
    <div className={classes.statement}>
      <BudgetTable id={id} />
      <EmbeddedList
        resource="transactionSplits"
        title="Transações"
        where={where}
        columns={columns}
        filters={filters}
        pathOf={transactionPath}
        pathBy="transactionId"
        purpose="Aqui aparece o que se recebeu e gastou neste centro de custos."
      />
    </div>
  )
}

const columns: ColumnSetup<'transactionSplits'>[] = [
  { name: 'date', width: 7 },
  { name: 'description', width: 14, preferredWidth: 24 },
  { name: 'categoryId', width: 10 },
  { name: 'externalEntityId', width: 10 },
  { name: 'income', width: 8 },
  { name: 'expense', width: 8 },
  { name: 'transactionId', listed: false },
  { name: 'kind', listed: false },
  { name: 'accountId', listed: false },
]

const filters: FilterSetup<'transactionSplits'>[] = [{ field: 'kind' }, { field: 'date' }]

function BudgetTable({ id }: { id: string }) {
  const query = useQuery(centerYearsQuery(id))
  const start = useFiscalYear()
  if (!query.data) return <RowsPlaceholder query={query} rows={3} />
  if (query.data.length === 0) return null
  return (
    <Panel title="Orçamento e execução" note="O desvio é o saldo menos o saldo previsto">
      <NumberTable
        label="Orçamento e execução por ano"
        rows={query.data}
        keyOf={({ year }) => year}
        hasFigures
        isPlain
        columns={[
          { head: 'Ano', cell: ({ year }) => fiscalYearText(start, year) },
          { head: 'Receita', cell: ({ income }) => euros(income) },
          {
            head: 'Receita prevista',
            isSpare: true,
            cell: ({ budgetIncome, income }) => <Planned planned={budgetIncome} actual={income} />,
          },
          { head: 'Despesa', cell: ({ expense }) => euros(expense) },
          {
            head: 'Despesa prevista',
            isSpare: true,
            cell: ({ budgetExpense, expense }) => <Planned planned={budgetExpense} actual={expense} />,
          },
          { head: 'Saldo', cell: ({ income, expense }) => euros(income - expense) },
          { head: 'Desvio', cell: deviation },
        ]}
      />
    </Panel>
  )
}

function deviation({ income, expense, budgetIncome, budgetExpense }: CenterYear) {
  if (budgetIncome === null || budgetExpense === null) return '—'
  return <SignedAmount euros={income - expense - (budgetIncome - budgetExpense)} />
}

/** What was planned, and how much of it happened. */
function Planned({ planned, actual }: { planned: number | null; actual: number }) {
  if (planned === null) return '—'
  return (
    <>
      {euros(planned)}
      {planned > 0 && <span className="note"> {formatPercent(actual / planned)}</span>}
    </>
  )
}
