import { formatAmount, decimalToCents } from '@agremia/resources/rules/amount.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import type { StoredRecord } from '../../api/client.ts'
import { openDocument } from '../../resource/open-document.ts'
import { toast } from '../../ui/toast.ts'

/** Shows that a payment is registered, with buttons to open the receipt and to cancel the payment. */
export function showRegisteredToast(payment: StoredRecord, onCancel: () => void): void {
  const amount = formatAmount(decimalToCents(Number(payment.amount)) ?? 0)
  toast(`${String(payment.receiptNumber)} registado: ${amount}, ${String(payment.memberLabel)}.`, {
    actions: [
      { label: 'Recibo', run: () => void openDocument(`${recordPath('payments', payment._id)}/receipt`) },
      { label: 'Anular…', run: onCancel },
    ],
  })
}
