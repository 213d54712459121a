import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { Suspense, useState } from 'react'
import { IconCash } from '@tabler/icons-react'
import { useFields, useResource } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { choiceText, plainText } from '../../fields/texts.ts'
import type { Reads } from '../../resource/list/reading.ts'
import {
  type BulkAction,
  type CardSetup,
  type ChosenRecords,
  type ColumnSetup,
  type FilterSetup,
  nameColumnWidth,
  reading,
  RecordList,
} from '../../resource/record-list.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import classes from '../../ui/row-card.module.css'

const BulkActionDialog = lazyPart(() => import('../../resource/bulk-action-dialog.tsx'))

const cardFields = ['amount', 'memberId', 'kind', 'paidAt', 'problem', 'state'] as const
const columns: ColumnSetup[] = [
  { name: 'paidAt', width: 9 },
  { name: 'memberId', label: 'Nome', width: 12.5, preferredWidth: nameColumnWidth },
  { name: 'amount', width: 7 },
  { name: 'kind', width: 7 },
  { name: 'reference', width: 7 },
  { name: 'state', width: 8.5 },
  { name: 'problem', width: 18 },
]
const filters: FilterSetup[] = [{ field: 'state' }, { field: 'kind' }]
const card: CardSetup = { ...reading(cardFields, IncomingCard), height: 4 }

/** What the gateway received: registered by itself, or waiting to be confirmed or matched. */
export default function IncomingList() {
  const [confirming, setConfirming] = useState<ChosenRecords>()
  const may = useResource('incomingPayments')?.actions.some(({ name }) => name === 'confirm')
  const actions: BulkAction[] = may
    ? [
        {
          name: 'confirm',
          label: 'Registar os pagamentos',
          icon: <IconCash size="1.125rem" stroke={1.5} aria-hidden />,
          suits: ({ state = [] }) => state.length === 0 || state.includes('toConfirm'),
          run: setConfirming,
        },
      ]
    : []
  return (
    <>
      <RecordList
        resource="incomingPayments"
        columns={columns}
        cardOf={card}
        filters={filters}
        actions={actions}
        searchPlaceholder="Nome, número…"
        purpose="Aqui fica o que o serviço de pagamentos diz que foi pago. O que não se sabe de quem é espera por ser conciliado."
      />
      {confirming && (
        <Suspense fallback={null}>
          <BulkActionDialog
            resource="incomingPayments"
            action="confirm"
            title={`Registar ${counted(confirming.count, 'pagamento', 'pagamentos')}`}
            intro="Cada recebimento por confirmar passa a pagamento, com o seu recibo. Os outros ficam como estão."
            alsoChanges={['payments', 'unsettledPayments', 'paymentIntents']}
            chosen={confirming}
            onClose={() => setConfirming(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** A payment in the list on a phone. */
function IncomingCard({ record }: { record: Reads<(typeof cardFields)[number]> }) {
  const fields = useFields('incomingPayments')
  const facts = [
    formatDateTime(plainText(record.paidAt), organisationTimeZone()),
    fields?.kind && choiceText(record.kind, fields.kind),
    fields?.state && choiceText(record.state, fields.state),
    plainText(record.problem),
  ]
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong className={classes.name}>{plainText(record.memberLabel) || 'De ninguém conhecido'}</strong>
        <span className={classes.amount}>{formatAmount(toCents(record.amount))}</span>
      </span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
    </span>
  )
}
