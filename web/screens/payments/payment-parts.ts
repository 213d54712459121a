import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'
import type { StoredRecord } from '../../api/client.ts'
import { plainText } from '../../fields/texts.ts'

/** One item of a payment: a charge that it settles, or credit. */
export interface PaymentPart {
  /** Null for credit. */
  debtId: string | null
  memberId: string
  memberName: string
  /** Null for credit. */
  type: ChargeType | null
  description: string
  cents: number
}

/** The items of a payment record; empty for records from a list, which have no items. */
export function partsOf(payment: StoredRecord): PaymentPart[] {
  return Array.isArray(payment.items) ? payment.items.map((item) => partOf(item as StoredRecord)) : []
}

function partOf(item: StoredRecord): PaymentPart {
  return {
    debtId: typeof item.unsettledPaymentId === 'string' ? item.unsettledPaymentId : null,
    memberId: plainText(item.memberId),
    memberName: plainText(item.memberLabel),
    type: (item.type as ChargeType | null | undefined) ?? null,
    description: plainText(item.description),
    cents: centsOf(item.amount),
  }
}

/** Converts an amount of the API, in euros, to cents. */
export function centsOf(euros: unknown): number {
  return decimalToCents(Number(euros ?? 0)) ?? 0
}
