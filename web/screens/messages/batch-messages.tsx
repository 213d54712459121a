import { useMemo } from 'react'
import {
  EmbeddedList,
  reading,
  type CardSetup,
  type ColumnSetup,
  type FilterSetup,
} from '../../resource/record-list.tsx'
import { MessageCard, onCards } from './message-cells.tsx'
import { messagePath } from '../../paths/messages.ts'
import { useMessageDeeds } from './use-message-deeds.tsx'

/** Each message of a sending, however many they are: found by name, and by what became of it. */
export function BatchMessages({ id }: { id: string }) {
  const where = useMemo(() => ({ batchId: id }), [id])
  const { actions, dialogs } = useMessageDeeds()
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

/** All say the same: what differs is for whom, and what became of it. */
const columns: ColumnSetup[] = [
  { name: 'recipientName', width: 14 },
  { name: 'state', width: 8 },
  { name: 'reason', width: 9, listed: true },
  { name: 'channel', width: 6 },
  { name: 'recipient', width: 12 },
  { name: 'sentAt', width: 9.75 },
  { name: 'subject', listed: false },
  { name: 'cause', listed: false },
]

const filters: FilterSetup[] = [{ field: 'state' }, { field: 'channel' }, { field: 'reason' }]

const card: CardSetup = { ...reading(onCards, MessageCard), height: 5.25 }
