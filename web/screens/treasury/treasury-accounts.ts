import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { listQuery } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'

export type TreasuryAccount = ResourceRecord<'treasuryAccounts'>

/** All accounts with their balances. */
export const accountsQuery = listQuery('treasuryAccounts', { limit: 500, sort: 'order' })

/** This year and those before it since the first opening balance, newest first. */
export function yearsSince(accounts: readonly TreasuryAccount[]): string[] {
  const now = Number(organisationToday().slice(0, 4))
  const first = Math.min(now, ...accounts.map(({ openingDate }) => Number(openingDate.slice(0, 4))))
  return Array.from({ length: now - first + 1 }, (_, index) => String(now - index))
}
