import { RecordList, type ColumnSetup } from '../../resource/record-list.tsx'
import { SubjectCell, WrittenCell } from './message-cells.tsx'
import { PaymentMessagesLink } from './payment-messages-link.tsx'
import { newMessagePath } from '../../paths/messages.ts'
import { BatchState } from './sending-state.tsx'

/** The list of message batches. */
export default function BatchesList() {
  return (
    <RecordList
      resource="messageBatches"
      title="Envios"
      columns={columns}
      newPath={newMessagePath}
      toolbar={<PaymentMessagesLink />}
      searchPlaceholder="Assunto…"
      purpose="Aqui fica cada mensagem que foi enviada a várias pessoas: a quantas chegou e quem ficou de fora."
    />
  )
}

const columns: ColumnSetup<'messageBatches'>[] = [
  { name: 'subject', width: 14, Cell: SubjectCell },
  { name: 'state', width: 9, Cell: BatchState },
  { name: 'created_at', label: 'Pedido em', width: 9.5, Cell: WrittenCell },
  { name: 'createdByName', width: 8 },
  { name: 'total', width: 5 },
  { name: 'sent', width: 5.5 },
  { name: 'kind', listed: false },
  { name: 'channel', listed: false },
  { name: 'done', listed: false },
  { name: 'held', listed: false },
  { name: 'toPrint', listed: false },
  { name: 'cancelled', listed: false },
  { name: 'failed', width: 5.5 },
  { name: 'leftOut', width: 5.5 },
]
