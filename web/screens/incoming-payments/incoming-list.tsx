import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { useFields } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { choiceText } from '../../fields/texts.ts'
import type { CellProps } from '../../resource/list/reading.ts'
import {
  type CardSetup,
  type ColumnSetup,
  type FilterSetup,
  nameColumnWidth,
  reading,
  RecordList,
} from '../../resource/record-list.tsx'
import classes from '../../ui/row-card.module.css'

const cardFields = ['amount', 'memberId', 'kind', 'paidAt', 'problem', 'state'] as const
const columns: ColumnSetup<'incomingPayments'>[] = [
  { name: 'paidAt', width: 9 },
  { name: 'memberId', label: 'Nome', width: 12.5, preferredWidth: nameColumnWidth },
  { name: 'amount', width: 7 },
  { name: 'kind', width: 7 },
  { name: 'reference', width: 7 },
  { name: 'fee', width: 6, stays: false },
  { name: 'state', width: 8.5 },
  { name: 'problem', width: 18 },
]
const filters: FilterSetup<'incomingPayments'>[] = [{ field: 'state' }, { field: 'kind' }]
const card: CardSetup<'incomingPayments'> = { ...reading(cardFields, IncomingCard), height: 4 }

/** What the gateway received: registered by itself, or waiting to be confirmed or matched. */
export default function IncomingList() {
  return (
    <RecordList
      resource="incomingPayments"
      columns={columns}
      cardOf={card}
      filters={filters}
      searchPlaceholder="Nome, número…"
      purpose="Aqui fica o que o serviço de pagamentos diz que foi pago. O que não se sabe de quem é espera por ser conciliado."
    />
  )
}

/** A payment in the list on a phone. */
function IncomingCard({ record }: CellProps<'incomingPayments', (typeof cardFields)[number]>) {
  const fields = useFields('incomingPayments')
  const facts = [
    formatDateTime(record.paidAt, organisationTimeZone()),
    fields?.kind && choiceText(record.kind, fields.kind),
    fields?.state && choiceText(record.state, fields.state),
    record.problem,
  ]
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong className={classes.name}>{record.memberLabel || 'De ninguém conhecido'}</strong>
        <span className={classes.amount}>{formatAmount(toCents(record.amount))}</span>
      </span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
    </span>
  )
}
