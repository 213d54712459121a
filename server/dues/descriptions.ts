import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import { periodWords } from '@agremia/resources/rules/quota-periods.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'

/** What a charge is for, in the organisation's words: `Quota 2026`, `Quota 2026, março`. */
export function describeCharge(
  { type, year, period }: { type: ChargeType; year: number; period: string | null },
  terminology: Terminology,
): string {
  const when = period === null ? '' : `, ${periodWords[period] ?? period}`
  return `${fillTerms(chargeTypes[type], terminology)} ${year}${when}`
}
