import { EmbeddedList, type FilterSetup } from '../../resource/record-list.tsx'
import { transactionCard, transactionColumns } from './transaction-cells.tsx'

interface PartyTransactionsProps {
  /** Selects one external entity or member. Must be a stable object. */
  where: Readonly<Record<string, string>>
  purpose: string
}

/** The list of transactions of one party, without its name. */
export function PartyTransactions({ where, purpose }: PartyTransactionsProps) {
  return (
    <EmbeddedList
      resource="transactions"
      title="Transações"
      where={where}
      columns={columns}
      cardOf={transactionCard}
      filters={filters}
      purpose={purpose}
    />
  )
}

const columns = transactionColumns({ hasBalance: false }).map((column) =>
  column.name === 'externalEntityId' ? { ...column, listed: false } : column,
)
const filters: FilterSetup[] = [{ field: 'kind' }, { field: 'categoryId' }, { field: 'date' }]
