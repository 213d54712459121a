import type { Cents } from './amount.ts'
import { mod97CheckDigits } from './bank-identifiers.ts'
import { groupText, type TextRule } from './text-rule.ts'

/** A Multibanco reference: nine digits, shown as `123 456 789`. Only offline references have check digits. */
export const multibancoReference: TextRule = {
  normalize: (input) => input.replace(/[\s\p{Cf}.-]/gu, ''),
  problem: (value) => (/^\d{9}$/.test(value) ? undefined : 'Referência inválida.'),
  format: (value) => (/^\d{9}$/.test(value) ? groupText(value, 3, 3) : value),
}

/**
 * Returns a Multibanco reference made without a payment gateway: sub-entity, document number and two check digits over entity,
 * reference and amount, so that it can be paid with this amount only. Of `documentId`, the right-most digits are used. Throws
 * RangeError unless the entity has 5 digits, the sub-entity 1 to 3, and 1 € ≤ amount < 1 000 000 €.
 */
export function offlineReference(order: {
  entity: string
  subEntity: string
  documentId: number | string
  amountCents: Cents
}): string {
  const { entity, subEntity, amountCents } = order
  const documentId = String(order.documentId)
  if (!/^\d{5}$/.test(entity) || !/^\d{1,3}$/.test(subEntity) || !/^\d+$/.test(documentId)) {
    throw new RangeError(`not a Multibanco account and document: ${entity} ${subEntity} ${documentId}`)
  }
  if (!isPayable(amountCents)) throw new RangeError(`not payable by Multibanco: ${amountCents} cents`)
  const places = 7 - subEntity.length
  const document = subEntity + documentId.padStart(places, '0').slice(-places)
  return document + mod97CheckDigits(entity + document + amountDigits(amountCents))
}

/** Returns whether the check digits of an offline reference match its entity and amount in cents. */
export function isOfflineReference(order: {
  entity: string
  reference: string
  amountCents: Cents
}): boolean {
  const { entity, reference, amountCents } = order
  if (!/^\d{5}$/.test(entity) || !/^\d{9}$/.test(reference) || !isPayable(amountCents)) return false
  const check = mod97CheckDigits(entity + reference.slice(0, 7) + amountDigits(amountCents))
  return check === reference.slice(7)
}

function isPayable(amountCents: Cents): boolean {
  return Number.isInteger(amountCents) && amountCents >= 100 && amountCents < 100_000_000
}

function amountDigits(amountCents: Cents): string {
  return String(amountCents).padStart(8, '0')
}
