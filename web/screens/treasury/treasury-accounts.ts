import type { Euros } from '@agremia/resources/rules/amount.ts'
import { listQuery } from '../../api/queries.ts'
import type { StoredRecord } from '../../api/client.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'

export interface TreasuryAccount extends StoredRecord {
  name: string
  kind: string
  balance: Euros
  openingDate: string
  methods: string[]
  active: boolean
}

/** All accounts with their balances. */
export const accountsQuery = listQuery<TreasuryAccount>('treasuryAccounts', { limit: 500, sort: 'order' })

/** This year and those before it since the first opening balance, newest first. */
export function yearsSince(accounts: readonly TreasuryAccount[]): string[] {
  const now = Number(organisationToday().slice(0, 4))
  const first = Math.min(now, ...accounts.map(({ openingDate }) => Number(openingDate.slice(0, 4))))
  return Array.from({ length: now - first + 1 }, (_, index) => String(now - index))
}
