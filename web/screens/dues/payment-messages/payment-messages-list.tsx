import { RecordList, type ColumnSetup, type FilterSetup } from '../../../resource/record-list.tsx'
import { SubjectCell, WrittenCell } from '../../messages/index.ts'
import { newPaymentMessagePath, paymentMessagePath } from '../../../paths/messages.ts'
import { PaymentMessageState } from './payment-message-state.tsx'

/** The list of payment messages: drafts, scheduled and sent. */
export default function PaymentMessagesList() {
  return (
    <RecordList
      resource="paymentMessage"
      columns={columns}
      filters={filters}
      pathOf={paymentMessagePath}
      newPath={newPaymentMessagePath}
      searchPlaceholder="Assunto…"
      purpose="Aqui ficam as mensagens que escreve a quem tem dívidas: rascunhos, agendadas e enviadas."
    />
  )
}

const columns: ColumnSetup[] = [
  { name: 'subject', width: 15, Cell: SubjectCell },
  { name: 'status', width: 9, Cell: PaymentMessageState },
  { name: 'sent', width: 5.5 },
  { name: 'channel', listed: false },
  { name: 'held', listed: false },
  { name: 'failed', width: 5.5 },
  { name: 'scheduledAt', width: 8.75 },
  { name: 'sentAt', width: 8.75 },
  { name: 'created_at', label: 'Escrita em', width: 8.75, Cell: WrittenCell },
  { name: 'createdByName', listed: false },
]

const filters: FilterSetup[] = [{ field: 'status' }, { field: 'created_at', label: 'Escrita em' }]
