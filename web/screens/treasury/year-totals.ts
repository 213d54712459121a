import type { Euros } from '@agremia/resources/rules/amount.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { keys } from '../../api/queries.ts'
import { dataQuery } from '../../api/data-query.ts'

/** What was received and spent in a year. */
export interface YearTotals {
  year: number
  income: Euros
  expense: Euros
}

export interface CenterYear extends YearTotals {
  /** Null without a budget of the year. */
  budgetIncome: Euros | null
  budgetExpense: Euros | null
}

/** The totals of a cost centre, with its budgets. */
export function centerYearsQuery(id: string) {
  return yearsQuery<CenterYear>('costCenters', id, 'transactionSplits')
}

export function entityYearsQuery(id: string) {
  return yearsQuery<YearTotals>('externalEntities', id, 'transactions')
}

/** Invalidated with the lists of `source`. The latest year first. */
function yearsQuery<Year extends YearTotals>(resource: string, id: string, source: string) {
  return dataQuery<Year[]>([...keys.lists(source), 'years', id], `${recordPath(resource, id)}/years`)
}
