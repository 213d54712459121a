import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'
import type { StoredRecord } from '../../api/client.ts'
import { plainText } from '../../fields/texts.ts'

/** What a payment is for: a debt of somebody, or credit. */
export interface PaymentPart {
  /** Null where it is credit. */
  debtId: string | null
  memberId: string
  memberName: string
  /** Null of credit. */
  type: ChargeType | null
  description: string
  cents: number
}

/** The parts that a payment brings when it is read by itself. */
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

/** An amount as it travels, in cents. */
export function centsOf(euros: unknown): number {
  return decimalToCents(Number(euros ?? 0)) ?? 0
}
