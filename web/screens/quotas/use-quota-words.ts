import { counted } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'

/** How many quotas, in the organisation's words. */
export function useQuotaWords(): (count: number) => string {
  const terminology = useTerminology()
  const one = fillTerms('{membershipPayment}', terminology)
  const many = fillTerms('{membershipPayments}', terminology)
  return (count) => counted(count, one, many)
}
