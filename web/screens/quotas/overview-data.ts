import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

/** How the payments of a year go, as the server tells; amounts in euros. */
export interface Overview {
  year: number
  /** The day until which this year was counted. */
  today: string
  paid: { thisYear: number; lastYearSoFar: number; lastYear: number }
  owed: number
  overdue: number
  credit: number
  expectedUntilDecember: number
  byMonth: MonthOfPayments[]
  byCategory: CategoryOfPayments[]
  debtAge: AgedDebt[]
  mostOwed: Debtor[]
}

export interface MonthOfPayments {
  month: number
  paid: number
  paidLastYear: number
  /** What fell, or falls, due in the month. */
  due: number
  /** Of that, what is still to be paid. */
  owed: number
}

export interface CategoryOfPayments {
  categoryId: string
  category: string
  charged: number
  paid: number
  owed: number
}

export type DebtAge = 'notDue' | 'upTo3Months' | 'upTo1Year' | 'upTo3Years' | 'older'

export interface AgedDebt {
  age: DebtAge
  /** The days between which such a debt fell due; null where there is no limit. */
  from: string | null
  to: string | null
  members: number
  amount: number
}

export interface Debtor {
  memberId: string
  memberNumber: number
  name: string
  balance: number
  oldestDebt: string | null
}

/** Every payment and every charge changes somebody's balance: news of balances read it again. */
export const overviewQuery = queryOptions({
  queryKey: [...keys.lists('memberBalances'), 'overview'],
  queryFn: async ({ signal }) =>
    answered(await api.get<{ data: Overview }>('payments_overview', signal)).data,
})

/** Nothing was ever charged nor paid. */
export function isBlank({ paid, owed, credit, byCategory }: Overview): boolean {
  return paid.thisYear === 0 && paid.lastYear === 0 && owed === 0 && credit === 0 && byCategory.length === 0
}
