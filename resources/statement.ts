import type { PaymentMethod } from './payment-methods.ts'
import { paymentMethods } from './payment-methods.ts'
import type { ReturnReasonCode } from './return-reasons.ts'
import { returnReasons } from './return-reasons.ts'
import type { Cents } from './rules/amount.ts'
import { formatAmount } from './rules/amount.ts'
import type { DateText } from './rules/dates.ts'
import { formatDate } from './rules/dates.ts'

/** What the statement of a member tells of a charge, a payment, or money that went back, besides its date and amount. Amounts in cents. */
export interface EntryDetails {
  kind: 'charge' | 'payment' | 'return' | 'refund'
  charged: Cents
  /** Charge: the part that earlier credit paid. Payment: the part that settled no charge. */
  credit: Cents
  /** Only for charges. */
  dueDate?: DateText
  open?: Cents
  /** Not for charges. */
  method?: PaymentMethod
  /** Only for returns. */
  reason?: ReturnReasonCode
}

/** The line below an entry, the same on screen and in the PDF: due date and open amount of a charge, method of money, reason of a return, credit. */
export function entryNote(
  { kind, charged, credit, dueDate = '', open = 0, method, reason }: EntryDetails,
  today: DateText,
): string {
  const parts = kind === 'charge' ? chargeParts() : moneyParts()
  return parts.filter(Boolean).join(' · ')

  function moneyParts() {
    return [
      method && paymentMethods[method],
      reason && returnReasons[reason].label,
      credit > 0 && `${formatAmount(credit)} de crédito`,
    ]
  }

  function chargeParts() {
    const due = `${dueDate < today ? 'venceu' : 'vence'} a ${formatDate(dueDate)}`
    const rest = open < charged ? `faltam ${formatAmount(open)} · ${due}` : due
    return [open > 0 ? rest : 'paga', credit > 0 && `${formatAmount(credit)} com crédito`]
  }
}

/** The amount owed, or the credit when the balance is negative. */
export function balanceText(balance: Cents): string {
  return balance < 0 ? `${formatAmount(Math.abs(balance))} a favor` : formatAmount(balance)
}
