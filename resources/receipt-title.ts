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
 * Returns the title of a receipt from the types of its lines (null: credit). Never "invoice": it is an acknowledgement of a
 * payment.
 */
export function receiptTitle(types: readonly (ChargeType | null)[], terminology: Terminology): string {
  const distinct = new Set(types.flatMap((type) => (type === null ? [] : [titles[type] ?? 'Recibo'])))
  const [only] = distinct
  return only !== undefined && distinct.size === 1 ? fillTerms(only, terminology) : 'Recibo'
}
