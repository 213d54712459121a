import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'

/** All that shows what members owe is read again. */
export function useRefreshDebts(): () => void {
  const client = useQueryClient()
  return () => {
    for (const resource of showingDebts) {
      void client.invalidateQueries({ queryKey: keys.lists(resource) })
      void client.invalidateQueries({ queryKey: keys.records(resource) })
    }
  }
}

const showingDebts = [
  'unsettledPayments',
  'members',
  'memberBalances',
  'creditUses',
  'paymentAgreements',
  'agreementInstalments',
]
