import { Button } from '@mantine/core'
import {
  reading,
  RecordList,
  type CardSetup,
  type ColumnSetup,
  type FilterSetup,
} from '../../resource/record-list.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { LettersButton } from './letters-button.tsx'
import { MessageCard, cardFields, WrittenCell } from './message-cells.tsx'
import { batchesPath, newMessagePath } from '../../paths/messages.ts'
import { useMessageBulkActions } from './use-message-bulk-actions.tsx'

/** The list of all messages with their delivery state. */
export default function MessagesList() {
  const { actions, dialogs } = useMessageBulkActions()
  return (
    <>
      <RecordList
        resource="messages"
        columns={columns}
        cardOf={card}
        filters={filters}
        action={<PageAction label="Nova mensagem" to={newMessagePath} />}
        toolbar={
          <>
            <LettersButton isShort />
            <BatchesLink />
          </>
        }
        actions={actions}
        searchPlaceholder="Nome, destino, assunto…"
        purpose="Aqui fica cada mensagem que sai do programa: para quem foi, o que dizia e se chegou."
      />
      {dialogs}
    </>
  )
}

function BatchesLink() {
  return (
    <Button component={AppLink} to={batchesPath} variant="default">
      Envios
    </Button>
  )
}

const columns: ColumnSetup<'messages'>[] = [
  { name: 'state', width: 8 },
  { name: 'recipientName', width: 11.75 },
  { name: 'subject', width: 14 },
  { name: 'channel', width: 5 },
  { name: 'cause', width: 10.5 },
  { name: 'created_at', label: 'Escrita em', width: 9.5, ...reading([], WrittenCell) },
  { name: 'sentAt', width: 8.75, listed: false },
  { name: 'recipient', width: 13, listed: false },
]

const filters: FilterSetup<'messages'>[] = [
  { field: 'state' },
  { field: 'channel' },
  { field: 'cause' },
  { field: 'created_at', label: 'Escrita em' },
]

const card: CardSetup<'messages'> = { ...reading(cardFields, MessageCard), height: 5.75 }
