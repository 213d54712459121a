import type { Euros } from '@agremia/resources/rules/amount.ts'
import { listQuery } from '../../api/queries.ts'
import type { StoredRecord } from '../../api/client.ts'

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
