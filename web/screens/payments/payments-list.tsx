import { newPaymentPath } from '../dues/dues-paths.ts'
import { RecordList, type ColumnSetup, type FilterSetup } from '../../resource/record-list.tsx'

/** All the money that came in, the latest first, with its receipts. */
export default function PaymentsList() {
  return (
    <RecordList
      resource="payments"
      columns={columns}
      filters={filters}
      newPath={newPaymentPath}
      searchPlaceholder="Recibo, nome, número, referência…"
      purpose="Aqui fica cada pagamento recebido, com o seu recibo."
    />
  )
}

const columns: ColumnSetup[] = [
  { name: 'receiptNumber', label: 'Recibo', width: 9 },
  { name: 'date', width: 7 },
  { name: 'memberNumber', label: 'N.º', width: 4.5, align: 'end' },
  { name: 'memberId', label: 'Nome', width: 16 },
  { name: 'amount', width: 8 },
  { name: 'method', width: 8 },
  { name: 'status', width: 8 },
]

const filters: FilterSetup[] = [{ field: 'date' }, { field: 'method' }, { field: 'status' }]
