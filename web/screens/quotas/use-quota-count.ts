import { counted } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'

/** Returns a function that formats a number of quotas in the organisation's terminology, such as `3 quotas`. */
export function useQuotaCount(): (count: number) => string {
  const terminology = useTerminology()
  const one = fillTerms('{membershipPayment}', terminology)
  const many = fillTerms('{membershipPayments}', terminology)
  return (count) => counted(count, one, many)
}
