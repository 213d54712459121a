import { useMemo } from 'react'
import {
  EmbeddedList,
  reading,
  type CardSetup,
  type ColumnSetup,
  type FilterSetup,
} from '../../resource/record-list.tsx'
import { MessageCard, cardFields } from './message-cells.tsx'
import { messagePath } from '../../paths/messages.ts'
import { useMessageBulkActions } from './use-message-bulk-actions.tsx'

/** The list of a batch's messages. */
export function BatchMessages({ id }: { id: string }) {
  const where = useMemo(() => ({ batchId: id }), [id])
  const { actions, dialogs } = useMessageBulkActions()
  return (
    <>
      <EmbeddedList
        resource="messages"
        where={where}
        columns={columns}
        cardOf={card}
        filters={filters}
        pathOf={messagePath}
        actions={actions}
        searchPlaceholder="Nome, destino…"
        purpose="As mensagens aparecem aqui à medida que são preparadas."
      />
      {dialogs}
    </>
  )
}

/** Subject and cause are hidden by default: they are the same for the whole batch. */
const columns: ColumnSetup[] = [
  { name: 'recipientName', width: 14 },
  { name: 'state', width: 8 },
  { name: 'reason', width: 9, listed: true },
  { name: 'channel', width: 6 },
  { name: 'recipient', width: 12 },
  { name: 'sentAt', width: 9 },
  { name: 'subject', listed: false },
  { name: 'cause', listed: false },
]

const filters: FilterSetup[] = [{ field: 'state' }, { field: 'channel' }, { field: 'reason' }]

const card: CardSetup = { ...reading(cardFields, MessageCard), height: 5.25 }
