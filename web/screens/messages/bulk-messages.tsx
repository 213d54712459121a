import { useQueryClient } from '@tanstack/react-query'
import { api, isTimedOut } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { BulkProgress } from '../../resource/bulk-progress.tsx'
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
  const client = useQueryClient()
  return (
    <BulkProgress
      title={`${deedWords[deed].title} ${manyMessages(chosen.count)}`}
      ids={chosen.ids}
      each={(id) => runAction('messages', id, deed, {})}
      nameOf={recipientOf}
      onClose={() => {
        void client.invalidateQueries({ queryKey: keys.lists('messages') })
        chosen.clear()
        onClose()
      }}
    />
  )
}

async function recipientOf(id: string): Promise<string> {
  const message = await api.read('messages', id)
  if (message === null || isTimedOut(message)) return id
  return String(message.recipientName ?? message.recipient ?? message.subject)
}
