import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { type FiscalYearStart, fiscalYearOf } from '@agremia/resources/rules/fiscal-year.ts'
import { listQuery } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'

export type TreasuryAccount = ResourceRecord<'treasuryAccounts'>

/** All accounts with their balances. */
export const accountsQuery = listQuery('treasuryAccounts', { limit: 500, sort: 'order' })

/** This accounting year and those before it since the first opening balance, newest first. */
export function yearsSince(accounts: readonly TreasuryAccount[], start: FiscalYearStart): string[] {
  const now = fiscalYearOf(start, organisationToday())
  const first = Math.min(now, ...accounts.map(({ openingDate }) => fiscalYearOf(start, openingDate)))
  return Array.from({ length: now - first + 1 }, (_, index) => String(now - index))
}
