import { BulkWorkDialog } from '../../resource/bulk-work-dialog.tsx'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { manyMessages } from './many-messages.ts'

/** What is done to many messages, one by one. */
export type BulkDeed = 'resend' | 'cancel'

export const deedWords = {
  resend: {
    title: 'Enviar de novo',
    message: 'As que já chegaram vão outra vez; as que estão a sair neste momento não são tocadas.',
  },
  cancel: { title: 'Cancelar', message: 'As que já saíram não voltam atrás; as outras deixam de sair.' },
} as const

interface BulkMessagesProps {
  deed: BulkDeed
  chosen: ChosenRecords
  onClose: () => void
}

/** Does the same to many messages, and tells how it went with each. */
export function BulkMessages({ deed, chosen, onClose }: BulkMessagesProps) {
  return (
    <BulkWorkDialog
      work={{
        title: `${deedWords[deed].title} ${manyMessages(chosen.count)}`,
        resource: 'messages',
        action: deed,
        input: {},
        namedBy: ['recipientName', 'recipient', 'subject'],
        alsoChanges: [],
      }}
      ids={chosen.ids}
      onClose={() => {
        chosen.clear()
        onClose()
      }}
    />
  )
}
