import type { Euros } from '@agremia/resources/rules/amount.ts'
import { keys } from '../../api/queries.ts'
import { dataQuery } from '../../api/data-query.ts'

/** The answer of `GET /payments_overview`. Amounts in euros. */
export interface Overview {
  year: number
  /** The last day counted. */
  today: string
  paid: { thisYear: Euros; lastYearSoFar: Euros; lastYear: Euros }
  /** What went back this year, returned or given back. */
  back: Euros
  owed: Euros
  overdue: Euros
  credit: Euros
  expectedUntilDecember: Euros
  byMonth: MonthOfPayments[]
  byCategory: CategoryOfPayments[]
  debtAge: AgedDebt[]
  largestDebts: Debtor[]
}

export interface MonthOfPayments {
  month: number
  paid: Euros
  paidLastYear: Euros
  /** Charges due in the month. */
  due: Euros
  /** The open part of `due`. */
  owed: Euros
}

export interface CategoryOfPayments {
  categoryId: string
  category: string
  charged: Euros
  paid: Euros
  owed: Euros
}

export type DebtAge = 'notDue' | 'upTo3Months' | 'upTo1Year' | 'upTo3Years' | 'older'

export interface AgedDebt {
  age: DebtAge
  /** Range of due dates, inclusive; null means no limit. */
  from: string | null
  to: string | null
  members: number
  amount: Euros
}

interface Debtor {
  memberId: string
  memberNumber: number
  name: string
  balance: Euros
  oldestDebt: string | null
}

/** Its key begins like the lists of balances, which every payment and charge invalidates. */
export const overviewQuery = dataQuery<Overview>(
  [...keys.lists('memberBalances'), 'overview'],
  'payments_overview',
)

/** Whether there are no charges and no payments. */
export function isEmptyOverview({ paid, owed, credit, byCategory }: Overview): boolean {
  return paid.thisYear === 0 && paid.lastYear === 0 && owed === 0 && credit === 0 && byCategory.length === 0
}
