import type { Euros } from '@agremia/resources/rules/amount.ts'
import { keys } from '../../api/queries.ts'
import { dataQuery } from '../../api/data-query.ts'

/** A movement that the cash sheets and the cash accounts do not have alike. Amounts in euros. */
export interface CashDifference {
  date: string
  label: string
  paymentId: string | null
  transactionId: string | null
  onSheet: Euros | null
  inAccount: Euros | null
  cause: string
}

/** The answer of `GET /cash_differences`. */
export interface CashComparison {
  onSheets: Euros
  inAccounts: Euros
  difference: Euros
  count: number
  /** Of those, payments, refunds and commissions that are in one alone. */
  toCorrect: number
  /** The first of them. */
  rows: CashDifference[]
}

export interface OpenItems {
  count: number
  amount: Euros
}

/** The answer of `GET /treasury_years/:year`. Amounts in euros. */
export interface TreasuryYear {
  year: number
  isClosed: boolean
  closedUntil: string | null
  /** Why it cannot be closed. */
  refusal: string | null
  accounts: { _id: string; name: string; opening: Euros; closing: Euros }[]
  transactionsWithoutDocument: OpenItems
  documentsWithoutTransaction: OpenItems
  openBankLines: OpenItems
  underWay: OpenItems
  openCashDays: number
  openYears: number[]
  cash: CashComparison
}

/** Their keys begin like the lists of transactions, which every change of one invalidates. */
const key = keys.lists('transactions')

export function treasuryYearQuery(year: number) {
  return dataQuery<TreasuryYear>([...key, 'year', year], `treasury_years/${year}`)
}

/** `version` changes when the cash sheets do. */
export function cashDifferencesQuery(from: string, to: string, version: string) {
  return dataQuery<CashComparison>(
    [...key, 'cashDifferences', from, to, version],
    `cash_differences?from=${from}&to=${to}`,
  )
}
