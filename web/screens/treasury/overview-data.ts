import type { Euros } from '@agremia/resources/rules/amount.ts'
import { keys } from '../../api/queries.ts'
import { dataQuery } from '../../api/data-query.ts'

/** The answer of `GET /treasury_overview`. Amounts in euros. */
export interface Overview {
  year: number
  accounts: OverviewAccount[]
  total: Euros
  byMonth: MonthOfTreasury[]
  /** Newest first, without arrivals of transfers. */
  latest: LatestTransaction[]
  documentsWithoutTransaction: Pending
  transactionsWithoutDocument: Pending
  closedUntil: string | null
}

export interface OverviewAccount {
  _id: string
  name: string
  kind: string
  balance: Euros
  active: boolean
}

export interface MonthOfTreasury {
  month: number
  income: Euros
  expense: Euros
  incomeLastYear: Euros
  expenseLastYear: Euros
}

export interface LatestTransaction {
  _id: string
  number: string
  date: string
  kind: string
  description: string
  effect: Euros
  amount: Euros
  accountLabel: string
  toAccountLabel: string | null
  status: string
}

interface Pending {
  count: number
  amount: Euros
}

/** Its key begins like the lists of transactions, which every change of one invalidates. */
export const overviewQuery = dataQuery<Overview>(
  [...keys.lists('transactions'), 'overview'],
  'treasury_overview',
)
