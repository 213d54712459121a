import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { organisationTimeZone } from '../../../fields/organisation-clock.ts'
import type { CellProps } from '../../../resource/list/reading.ts'
import { reading, RecordList, type ColumnSetup, type FilterSetup } from '../../../resource/record-list.tsx'
import { SubjectCell, WrittenCell } from '../../messages/index.ts'
import { newPaymentMessagePath } from '../../../paths/messages.ts'
import { PaymentMessageState } from './payment-message-state.tsx'

/** The list of payment messages: drafts, scheduled and sent. */
export default function PaymentMessagesList() {
  return (
    <RecordList
      resource="paymentMessage"
      columns={columns}
      filters={filters}
      newPath={newPaymentMessagePath}
      searchPlaceholder="Assunto…"
      purpose="Aqui ficam as mensagens que escreve a quem tem dívidas: rascunhos, agendadas e enviadas."
    />
  )
}

const columns: ColumnSetup<'paymentMessage'>[] = [
  { name: 'subject', width: 18, Cell: SubjectCell },
  { name: 'status', width: 9, Cell: PaymentMessageState },
  { name: 'sent', width: 5.5 },
  { name: 'channel', listed: false },
  { name: 'held', listed: false },
  { name: 'failed', width: 5.5 },
  { name: 'scheduledAt', width: 9.5, listed: false },
  {
    name: 'sentAt',
    label: 'Envio',
    width: 9.5,
    ...reading(['sentAt', 'scheduledAt'], SendingTimeCell),
  },
  { name: 'created_at', label: 'Escrita em', width: 9.5, Cell: WrittenCell },
  { name: 'createdByName', listed: false },
]

const filters: FilterSetup<'paymentMessage'>[] = [
  { field: 'status' },
  { field: 'created_at', label: 'Escrita em' },
]

/** When the message was sent, or will be. */
function SendingTimeCell({ record }: CellProps<'paymentMessage', 'sentAt' | 'scheduledAt'>) {
  const at = record.sentAt ?? record.scheduledAt
  return typeof at === 'string' ? formatDateTime(at, organisationTimeZone()) : '—'
}
