import type { ChargeType } from './definitions/unsettled-payments.ts'
import type { Terminology } from './terminology.ts'
import { fillTerms } from './terminology.ts'

const titles: Partial<Record<ChargeType, string>> = {
  quota: 'Recibo de {membershipPayment}',
  joia: 'Recibo de {membershipPayment}',
  donation: 'Recibo de donativo',
  capital: 'Comprovativo de subscrição de capital',
}

/**
 * What the paper of a payment is called, from what its lines are for (null: credit, which is for nothing yet). Never an
 * invoice: what needs one gets it elsewhere, and this is a plain acknowledgement.
 */
export function receiptTitle(types: readonly (ChargeType | null)[], terminology: Terminology): string {
  const found = new Set(types.flatMap((type) => (type === null ? [] : [titles[type] ?? 'Recibo'])))
  const [only] = found
  return only !== undefined && found.size === 1 ? fillTerms(only, terminology) : 'Recibo'
}
