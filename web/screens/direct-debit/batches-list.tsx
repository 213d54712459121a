import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { Button } from '@mantine/core'
import { useFields } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import { debitAnswersPath, newDebitBatchPath } from '../../paths/direct-debit.ts'
import type { CellProps } from '../../resource/list/reading.ts'
import {
  type CardSetup,
  type ColumnSetup,
  type FilterSetup,
  reading,
  RecordList,
} from '../../resource/record-list.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import rowCard from '../../ui/row-card.module.css'

/** The batches of direct debits, with the answers of the bank. */
export default function DebitBatchesList() {
  return (
    <RecordList
      resource="debitBatches"
      newPath={newDebitBatchPath}
      columns={columns}
      cardOf={card}
      filters={filters}
      toolbar={
        <Button variant="default" component={AppLink} to={debitAnswersPath}>
          Respostas do banco
        </Button>
      }
      purpose="Cada remessa é um ficheiro para o banco com um débito por autorização. No dia da cobrança, cada débito torna-se um pagamento com o seu recibo."
    />
  )
}

const columns: ColumnSetup<'debitBatches'>[] = [
  { name: 'number', width: 9 },
  { name: 'collectionDate', width: 9.5 },
  { name: 'state', width: 8 },
  { name: 'collections', width: 6.5 },
  { name: 'amount', width: 7 },
  { name: 'booked', width: 6 },
  { name: 'rejected', width: 6.5 },
  { name: 'returned', width: 6.5 },
  { name: 'createdByName', width: 8, listed: false },
]
const filters: FilterSetup<'debitBatches'>[] = [{ field: 'state' }, { field: 'collectionDate' }]
const cardFields = ['number', 'collectionDate', 'state', 'collections', 'amount'] as const
const card: CardSetup<'debitBatches'> = { ...reading(cardFields, BatchCard), height: 4 }

function BatchCard({ record }: CellProps<'debitBatches', (typeof cardFields)[number]>) {
  const field = useFields('debitBatches')?.state
  return (
    <span className={rowCard.card}>
      <span className={rowCard.line}>
        <strong className={rowCard.name}>{record.number}</strong>
        <span data-figures>{formatAmount(toCents(record.amount))}</span>
      </span>
      <span className={rowCard.facts}>
        {[
          formatDate(record.collectionDate),
          counted(record.collections, 'débito', 'débitos'),
          field && choiceText(record.state, field),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  )
}
