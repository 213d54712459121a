import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import { monthNames } from '@agremia/resources/rules/dates.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'

/** How periods are said in a description, by their code. */
export const periodWords: Record<string, string> = {
  S1: '1.º semestre',
  S2: '2.º semestre',
  ...Object.fromEntries([1, 2, 3, 4].map((quarter) => [`T${quarter}`, `${quarter}.º trimestre`])),
  ...Object.fromEntries(monthNames.map((name, index) => [String(index + 1).padStart(2, '0'), name])),
}

/** What a charge is for, in the organisation's words: `Quota 2026`, `Quota 2026, março`. */
export function describeCharge(
  { type, year, period }: { type: ChargeType; year: number; period: string | null },
  terminology: Terminology,
): string {
  const when = period === null ? '' : `, ${periodWords[period] ?? period}`
  return `${fillTerms(chargeTypes[type], terminology)} ${year}${when}`
}
