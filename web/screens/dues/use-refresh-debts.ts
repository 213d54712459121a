import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'

/** Returns a function that invalidates every cached query that shows debts. */
export function useRefreshDebts(): () => void {
  const client = useQueryClient()
  return () => {
    for (const resource of affectedResources) {
      void client.invalidateQueries({ queryKey: keys.lists(resource) })
      void client.invalidateQueries({ queryKey: keys.records(resource) })
    }
  }
}

const affectedResources = [
  'unsettledPayments',
  'members',
  'memberBalances',
  'creditUses',
  'paymentAgreements',
  'agreementInstalments',
]
