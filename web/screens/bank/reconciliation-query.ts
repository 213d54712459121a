import type { Euros } from '@agremia/resources/rules/amount.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { keys } from '../../api/queries.ts'
import { dataQuery } from '../../api/data-query.ts'

/** The last statement of an account against its transactions. */
export interface Reconciliation {
  closingDate: string | null
  closingBalance: Euros | null
  /** On that day. */
  accountBalance: Euros | null
  open: number
  sure: number
  openAmount: Euros
  /** Transactions until that day that the bank has not confirmed. */
  unreconciled: number
  unreconciledAmount: Euros
}

/** Invalidated with the lines. */
export function reconciliationQuery(accountId: string) {
  return dataQuery<Reconciliation>(
    [...keys.lists('bankLines'), 'reconciliation', accountId],
    `${recordPath('treasuryAccounts', accountId)}/reconciliation`,
  )
}
