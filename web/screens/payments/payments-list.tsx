import { useMemo } from 'react'
import { IconFileText } from '@tabler/icons-react'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { useFields } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import {
  type BulkAction,
  type CardSetup,
  type ChosenRecords,
  type ColumnSetup,
  type FilterSetup,
  reading,
  RecordList,
  type RecordListProps,
  nameColumnWidth,
  type SelectionSum,
} from '../../resource/record-list.tsx'
import { showDocument } from '../../resource/open-document.ts'
import { newPaymentPath } from '../../paths/dues.ts'
import { useLabels } from '../labels/index.ts'
import { datePresets } from '../../resource/list/date-presets.ts'
import { choiceText } from '../../fields/texts.ts'
import type { CellProps } from '../../resource/list/reading.ts'
import classes from '../../ui/row-card.module.css'
import { attempt } from '../../resource/attempt.ts'

/** The fields that `PaymentCard` reads. */
const cardFields = ['amount', 'date', 'memberId', 'method', 'receiptNumber', 'status'] as const

/** The list of payments, newest first. */
export default function PaymentsList() {
  const today = organisationToday()
  const labels = useLabels('payments')
  const actions: BulkAction<'payments'>[] = [receipts, ...labels.actions]
  const filters = useMemo<FilterSetup<'payments'>[]>(
    () => [{ field: 'date', presets: datePresets(today) }, { field: 'method' }, { field: 'status' }],
    [today],
  )
  return (
    <>
      <RecordList {...list} filters={filters} actions={actions} />
      {labels.dialog}
    </>
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const
/** The server rejects larger documents. */
const maxReceipts = 500

const receipts: BulkAction<'payments'> = {
  name: 'receipts',
  label: 'Recibos num PDF',
  icon: <IconFileText {...icon} />,
  maxCount: maxReceipts,
  run: (chosen) => void openReceipts(chosen),
}

/** Opens the receipts of the chosen payments as one PDF. */
async function openReceipts({ query, ids }: ChosenRecords<'payments'>): Promise<void> {
  await attempt(async () => {
    const payments = query ? { query } : { ids: await ids() }
    const answer = await api.act<{ data: { url: string } }>('receipt_runs', { payments })
    if (!isTimedOut(answer)) showDocument(answer.data.url)
  }, 'Não foi possível abrir o documento.')
}

/** The sum of the selection; cancelled payments count as zero. */
const receivedSum: SelectionSum<'payments'> = {
  field: 'amount',
  reads: ['amount', 'status'],
  centsOf: ({ amount, status }) => (status === 'cancelled' ? 0 : toCents(amount)),
}

const columns: ColumnSetup<'payments'>[] = [
  { name: 'receiptNumber', label: 'Recibo', width: 9 },
  { name: 'date', width: 7 },
  { name: 'memberNumber', label: 'N.º', width: 4.5, align: 'end' },
  { name: 'memberId', label: 'Nome', width: 12.5, preferredWidth: nameColumnWidth },
  { name: 'amount', width: 8, ...reading(['amount', 'status'], AmountCell) },
  { name: 'method', width: 8 },
  { name: 'status', width: 8 },
]

const card: CardSetup<'payments'> = { ...reading(cardFields, PaymentCard), height: 4 }

const list: RecordListProps<'payments'> = {
  resource: 'payments',
  columns,
  cardOf: card,
  newPath: newPaymentPath,
  selectionSum: receivedSum,
  searchPlaceholder: 'Nome, número, recibo…',
  purpose: 'Aqui fica cada pagamento recebido, com o seu recibo.',
}

/** The amount, struck through when the payment is cancelled or returned. */
function AmountCell({ record }: CellProps<'payments', 'amount' | 'status'>) {
  return (
    <span
      className={classes.amount}
      data-cancelled={record.status === 'cancelled' || record.status === 'returned'}
    >
      {formatAmount(toCents(record.amount))}
    </span>
  )
}

/** A payment in the list on a phone. */
function PaymentCard({ record }: CellProps<'payments', (typeof cardFields)[number]>) {
  const fields = useFields('payments')
  const isGone = record.status === 'cancelled' || record.status === 'returned'
  const facts = [
    record.receiptNumber,
    formatDate(record.date),
    fields?.method && choiceText(record.method, fields.method),
    isGone && fields?.status && choiceText(record.status, fields.status),
  ]
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong className={classes.name}>{record.memberLabel}</strong>
        <AmountCell record={record} />
      </span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
    </span>
  )
}
