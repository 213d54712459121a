import { formatAmount, decimalToCents } from '@agremia/resources/rules/amount.ts'
import type { StoredRecord } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { openReceipt } from './open-receipt.ts'

/** Tells that a payment is registered, with its receipt and the way to take it back. */
export function tellRegistered(payment: StoredRecord, onCancel: () => void): void {
  const amount = formatAmount(decimalToCents(Number(payment.amount)) ?? 0)
  toast(`${String(payment.receiptNumber)} registado: ${amount}, ${String(payment.memberLabel)}.`, {
    actions: [
      { label: 'Recibo', run: () => void openReceipt(payment._id) },
      { label: 'Anular…', run: onCancel },
    ],
  })
}
