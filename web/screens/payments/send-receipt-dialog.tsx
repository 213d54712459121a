import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { keys, recordQuery, useSettings } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import { ActionDialog, runAction } from '../../resource/action-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { heldWords } from '../messages/index.ts'

interface SendReceiptDialogProps {
  record: StoredRecord
  action: ActionDescriptor
  onClose: () => void
}

/** Sends the receipt by email, to the payer unless another address is written. */
export function SendReceiptDialog({ record, action, onClose }: SendReceiptDialogProps) {
  const client = useQueryClient()
  const isPaused = useSettings().SendMessages === 'false'
  const payer = useQuery(recordQuery<StoredRecord>('members', plainText(record.memberId)))
  if (payer.isPending) return null
  return (
    <ActionDialog
      title={action.label}
      action={action}
      initial={{ email: payer.data?.email ?? null }}
      intro={['Segue por email, com o recibo em PDF.', ...(isPaused ? [heldWords] : [])].join(' ')}
      onClose={onClose}
      onRun={async (input) => {
        const message = await runAction('payments', record._id, action.name, input)
        if (!message) return
        toast(
          message.state === 'held'
            ? 'O recibo fica retido: o envio de mensagens está desligado.'
            : `O recibo vai a caminho de ${plainText(message.recipient)}.`,
          { tone: message.state === 'held' ? 'info' : 'success' },
        )
        onClose()
        await client.invalidateQueries({ queryKey: keys.lists('messages') })
      }}
    />
  )
}
