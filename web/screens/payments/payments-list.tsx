import { useMemo } from 'react'
import { organisationToday } from '../../fields/organisation-clock.ts'
import {
  reading,
  RecordList,
  type CardSetup,
  type ColumnSetup,
  type FilterSetup,
  roomForNames,
} from '../../resource/record-list.tsx'
import { newPaymentPath, paymentPath } from '../dues/dues-paths.ts'
import { datePresets } from './date-presets.ts'
import { AmountCell, onCards, PaymentCard } from './payment-card.tsx'

/** All the money that came in, the latest first, with its receipts. */
export default function PaymentsList() {
  const today = organisationToday()
  const filters = useMemo<FilterSetup[]>(
    () => [{ field: 'date', presets: datePresets(today) }, { field: 'method' }, { field: 'status' }],
    [today],
  )
  return (
    <RecordList
      resource="payments"
      columns={columns}
      cardOf={card}
      filters={filters}
      pathOf={pathOf}
      newPath={newPaymentPath}
      searchPlaceholder="Nome, número, recibo…"
      purpose="Aqui fica cada pagamento recebido, com o seu recibo."
    />
  )
}

const pathOf = (id: string) => paymentPath(id)

const columns: ColumnSetup[] = [
  { name: 'receiptNumber', label: 'Recibo', width: 9 },
  { name: 'date', width: 7 },
  { name: 'memberNumber', label: 'N.º', width: 4.5, align: 'end' },
  { name: 'memberId', label: 'Nome', width: 16, wish: roomForNames },
  { name: 'amount', width: 8, ...reading(['amount', 'status'], AmountCell) },
  { name: 'method', width: 8 },
  { name: 'status', width: 8 },
]

const card: CardSetup = { ...reading(onCards, PaymentCard), height: 4 }
