import { Suspense, useMemo, useState } from 'react'
import { IconFileText, IconMail } from '@tabler/icons-react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { useResource } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import {
  reading,
  RecordList,
  type BulkAction,
  type CardSetup,
  type ChosenRecords,
  type ColumnSetup,
  type FilterSetup,
  type RecordListProps,
  type SelectionSum,
  roomForNames,
} from '../../resource/record-list.tsx'
import { showDocument } from '../../resource/open-document.ts'
import { toast } from '../../ui/toast.ts'
import { newPaymentPath, paymentPath } from '../../paths/dues.ts'
import { datePresets } from './date-presets.ts'
import { AmountCell, onCards, PaymentCard } from './payment-card.tsx'
import { centsOf } from './payment-parts.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const BulkActionDialog = lazyPart(() => import('../../resource/bulk-action-dialog.tsx'))

/** All the money that came in, the latest first, with its receipts. */
export default function PaymentsList() {
  const today = organisationToday()
  const filters = useMemo<FilterSetup[]>(
    () => [{ field: 'date', presets: datePresets(today) }, { field: 'method' }, { field: 'status' }],
    [today],
  )
  const [sending, setSending] = useState<ChosenRecords>()
  const actions = useBulkActions(setSending)
  return (
    <>
      <RecordList {...list} filters={filters} actions={actions} />
      {sending && (
        <Suspense fallback={null}>
          <BulkActionDialog
            resource="payments"
            action="sendReceipt"
            title={`Enviar ${counted(sending.count, 'recibo', 'recibos')} por email`}
            intro="Cada recibo vai para o email da ficha de quem pagou. Os de pagamentos anulados, e os de quem não tem email, ficam por enviar, com a indicação do motivo."
            omit={['email']}
            alsoChanges={['messages']}
            chosen={sending}
            onClose={() => setSending(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** What the person's role may do with several payments at once. */
function useBulkActions(onSend: (chosen: ChosenRecords) => void): BulkAction[] {
  const may = new Set(useResource('payments')?.actions.map(({ name }) => name))
  const all: (BulkAction | false)[] = [
    {
      name: 'receipts',
      label: 'Recibos num PDF',
      icon: <IconFileText {...icon} />,
      most: mostReceipts,
      run: (chosen) => void openReceipts(chosen),
    },
    may.has('sendReceipt') && {
      name: 'sendReceipt',
      label: 'Enviar por email',
      icon: <IconMail {...icon} />,
      suits: ({ status = [] }) => status.length === 0 || status.includes('registered'),
      run: onSend,
    },
  ]
  return all.filter((action) => action !== false)
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const
/** The server puts no more in one document. */
const mostReceipts = 500

/** The receipts of the chosen payments as one document, beside this page. */
async function openReceipts({ query, ids }: ChosenRecords): Promise<void> {
  try {
    const payments = query ? { query } : { ids: await ids() }
    const answer = await api.act<{ data: { url: string } }>('receipt_runs', { payments })
    if (!isTimedOut(answer)) showDocument(answer.data.url)
  } catch (error) {
    toast(isApiError(error) ? error.message : 'Não foi possível abrir o documento.', { tone: 'error' })
  }
}

/** What was received of the chosen payments: nothing of those that were cancelled. */
const receivedSum: SelectionSum = {
  field: 'amount',
  reads: ['amount', 'status'],
  centsOf: ({ amount, status }) => (status === 'registered' ? centsOf(amount) : 0),
}

const pathOf = (id: string) => paymentPath(id)

const columns: ColumnSetup[] = [
  { name: 'receiptNumber', label: 'Recibo', width: 9 },
  { name: 'date', width: 7 },
  { name: 'memberNumber', label: 'N.º', width: 4.5, align: 'end' },
  { name: 'memberId', label: 'Nome', width: 12.5, wish: roomForNames },
  { name: 'amount', width: 8, ...reading(['amount', 'status'], AmountCell) },
  { name: 'method', width: 8 },
  { name: 'status', width: 8 },
]

const card: CardSetup = { ...reading(onCards, PaymentCard), height: 4 }

const list: RecordListProps = {
  resource: 'payments',
  columns,
  cardOf: card,
  pathOf,
  newPath: newPaymentPath,
  selectionSum: receivedSum,
  searchPlaceholder: 'Nome, número, recibo…',
  purpose: 'Aqui fica cada pagamento recebido, com o seu recibo.',
}
