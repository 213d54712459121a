import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useNavigate } from 'react-router'
import type { StoredRecord } from '../../api/client.ts'
import { useFields } from '../../api/queries.ts'
import { askToLeave } from '../../resource/form/ask-to-leave.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { cancelPaymentPath } from '../../paths/dues.ts'
import { PaymentEntry } from './payment-entry.tsx'
import { tellRegistered } from './registered-toast.ts'
import { usePaymentEntry } from './use-payment-entry.ts'
import classes from './payment-dialog.module.css'

export interface PaymentDialogProps {
  memberId: string
  /** Only these charges are ticked at first. */
  chargeIds?: readonly string[]
  onDone?: (payment: StoredRecord) => void
  onClose: () => void
}

/** The entry of one payment of one member, over whatever screen asks for it. */
export default function PaymentDialog(props: PaymentDialogProps) {
  const fields = useFields('payments')
  return fields ? <OpenDialog {...props} fields={fields} /> : null
}

function OpenDialog({ memberId, onDone, onClose, ...options }: PaymentDialogProps & { fields: FieldMap }) {
  const navigate = useNavigate()
  const entry = usePaymentEntry({
    ...options,
    memberIds: [memberId],
    onDone: (payment) => {
      tellRegistered(payment, () => void navigate(cancelPaymentPath(payment._id)))
      onDone?.(payment)
      onClose()
    },
  })
  const close = async () => {
    const count = entry.changes.length
    if (count === 0 || (await askToLeave(count))) onClose()
  }
  return (
    <Dialog title="Registar pagamento" width="min(64rem, calc(100vw - 2rem))" onClose={() => void close()}>
      <div className={classes.content}>
        <PaymentEntry entry={entry} isForOne />
      </div>
    </Dialog>
  )
}
