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
import { scrolling } from '../../ui/scrolling.ts'
import tables from '../../ui/number-table.module.css'
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
  if (!query.data) return <RowsPlaceholder query={query} rows={3} />
  if (query.data.length === 0) return null
  return (
    <Panel title="Orçamento e execução" note="O desvio é o saldo menos o saldo previsto">
      <div className={tables.scroller} {...scrolling}>
        <table className={tables.table} aria-label="Orçamento e execução por ano">
          <thead>
            <tr>
              <th scope="col">Ano</th>
              <th scope="col">Receita</th>
              <th scope="col" className={tables.spare}>
                Prevista
              </th>
              <th scope="col">Despesa</th>
              <th scope="col" className={tables.spare}>
                Prevista
              </th>
              <th scope="col">Saldo</th>
              <th scope="col">Desvio</th>
            </tr>
          </thead>
          <tbody>
            {query.data.map((year) => (
              <YearRow key={year.year} year={year} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function YearRow({ year: { year, income, expense, budgetIncome, budgetExpense } }: { year: CenterYear }) {
  const balance = income - expense
  const hasBudget = budgetIncome !== null && budgetExpense !== null
  return (
    <tr>
      <th scope="row" data-figures>
        {fiscalYearText(useFiscalYear(), year)}
      </th>
      <td>{euros(income)}</td>
      <td className={tables.spare}>
        <Planned planned={budgetIncome} actual={income} />
      </td>
      <td>{euros(expense)}</td>
      <td className={tables.spare}>
        <Planned planned={budgetExpense} actual={expense} />
      </td>
      <td>{euros(balance)}</td>
      <td>{hasBudget ? <SignedAmount euros={balance - (budgetIncome - budgetExpense)} /> : '—'}</td>
    </tr>
  )
}

/** What was planned, and how much of it happened. */
function Planned({ planned, actual }: { planned: number | null; actual: number }) {
  if (planned === null) return '—'
  return (
    <>
      {euros(planned)}
      {planned > 0 && <span className={classes.share}> {formatPercent(actual / planned)}</span>}
    </>
  )
}
