import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { useFields } from '../../api/queries.ts'
import { confirmLeave } from '../../resource/form/leave-guard.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { cancelPaymentPath } from '../../paths/dues.ts'
import { PaymentEntry } from './payment-entry.tsx'
import { usePaymentEntry } from './use-payment-entry.ts'
import { openDocument } from '../../resource/open-document.ts'
import { toast } from '../../ui/toasts.tsx'
import { useNavigate } from '../../ui/router.tsx'
import classes from './payment-dialog.module.css'

interface PaymentDialogProps {
  memberId: string
  /** Charges that are ticked initially. */
  chargeIds?: readonly string[]
  onDone?: (payment: ResourceRecord<'payments'>) => void
  onClose: () => void
}

/** A dialog that registers one payment of one member. */
export default function PaymentDialog(props: PaymentDialogProps) {
  const fields = useFields('payments')
  return fields ? <LoadedDialog {...props} fields={fields} /> : null
}

function LoadedDialog({ memberId, onDone, onClose, ...options }: PaymentDialogProps & { fields: FieldMap }) {
  const navigate = useNavigate()
  const entry = usePaymentEntry({
    ...options,
    memberIds: [memberId],
    onDone: (payment) => {
      showRegisteredToast(payment, () => navigate(cancelPaymentPath(payment._id)))
      onDone?.(payment)
      onClose()
    },
  })
  const close = async () => {
    const count = entry.changes.length
    if (count === 0 || (await confirmLeave(count))) onClose()
  }
  return (
    <Dialog title="Registar pagamento" width="min(64rem, calc(100vw - 2rem))" onClose={() => void close()}>
      <div className={classes.content}>
        <PaymentEntry entry={entry} isForOne />
      </div>
    </Dialog>
  )
}

/** Shows that a payment is registered, with buttons to open the receipt and to cancel the payment. */
function showRegisteredToast(payment: ResourceRecord<'payments'>, onCancel: () => void): void {
  const amount = formatAmount(toCents(payment.amount))
  toast(`${payment.receiptNumber} registado: ${amount}, ${payment.memberLabel}.`, {
    actions: [
      { label: 'Recibo', run: () => void openDocument(`${recordPath('payments', payment._id)}/receipt`) },
      { label: 'Anular…', run: onCancel },
    ],
  })
}
