import { useMemo } from 'react'
import { EmbeddedList, reading, type ColumnSetup, type FilterSetup } from '../../resource/record-list.tsx'
import { WrittenCell } from '../messages/index.ts'

/** The log of a webhook; chosen deliveries can be sent again. */
export function WebhookDeliveries({ webhookId }: { webhookId: string }) {
  const where = useMemo(() => ({ webhookId }), [webhookId])
  return (
    <EmbeddedList
      resource="webhookDeliveries"
      where={where}
      columns={columns}
      filters={filters}
      purpose="Cada acontecimento que se envia fica aqui 30 dias, com as respostas do destino e sem os dados que levou."
    />
  )
}

const columns: ColumnSetup<'webhookDeliveries'>[] = [
  { name: 'event', width: 14 },
  { name: 'state', width: 8 },
  { name: 'created_at', label: 'Quando', width: 9.5, ...reading([], WrittenCell) },
  { name: 'attempts', width: 6 },
  { name: 'status', width: 6 },
  { name: 'problem', width: 16 },
  { name: 'dueAt', width: 9.5, listed: false },
  { name: 'action', width: 8, listed: false },
  { name: 'recordId', width: 18, listed: false },
  { name: 'webhookId', listed: false },
]

const filters: FilterSetup<'webhookDeliveries'>[] = [
  { field: 'state' },
  { field: 'created_at', label: 'Quando' },
]
