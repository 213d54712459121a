import { useQueryClient } from '@tanstack/react-query'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { plainText } from '../../fields/texts.ts'
import { ActionDialog, runAction } from '../../resource/action-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { removeRegistered } from './entry-session.ts'
import { refreshLedger } from './payer-queries.ts'
import { partsOf } from './payment-parts.ts'

interface CancelPaymentDialogProps {
  record: StoredRecord
  action: ActionDescriptor
  onClose: () => void
}

/** Cancels a payment; shows the consequences and asks for the reason. */
export function CancelPaymentDialog({ record, action, onClose }: CancelPaymentDialogProps) {
  const client = useQueryClient()
  const number = plainText(record.receiptNumber)
  return (
    <ActionDialog
      title={`Anular o recibo ${number}`}
      action={action}
      intro={consequences(record)}
      onClose={onClose}
      onRun={async (input) => {
        await runAction('payments', record._id, action.name, input)
        removeRegistered(record._id)
        toast(`Recibo ${number} anulado.`)
        onClose()
        await refreshLedger(client)
      }}
    />
  )
}

const maxNamed = 4

function consequences(record: StoredRecord): string {
  const parts = partsOf(record)
  const debts = parts.filter(({ debtId }) => debtId !== null)
  const credit = parts.filter(({ debtId }) => debtId === null).reduce((sum, { cents }) => sum + cents, 0)
  const named = debts
    .slice(0, maxNamed)
    .map(({ description, cents }) => `${description} (${formatAmount(cents)})`)
  const others = debts.length - named.length
  const all = others > 0 ? [...named, `mais ${others}`] : named
  return [
    'O recibo mantém o número e fica marcado como anulado.',
    all.length > 0 && `Volta a ficar por pagar: ${joinList(all)}.`,
    credit > 0 && `Deixa de haver o crédito de ${formatAmount(credit)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
