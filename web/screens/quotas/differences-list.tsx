import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import {
  type ColumnSetup,
  type FilterSetup,
  nameColumnWidth,
  RecordList,
} from '../../resource/record-list.tsx'
import { pendingDifferences } from './pending-differences.ts'

/** Charges that differ from the rules; by default those without a decision. */
export default function DifferencesList() {
  const terminology = useTerminology()
  return (
    <RecordList
      resource="chargeDifferences"
      columns={columns}
      filters={filters}
      defaultFilters={defaultFilters}
      elsewhereWords="já decididas, pagas ou anuladas"
      purpose={fillTerms(
        'Aqui fica o que está cobrado por outra categoria, estado, isenção ou preço do que dizem hoje as regras: de versões anteriores do programa, e de preços e regras que mudaram depois de se cobrar. Nada muda sem que se decida.',
        terminology,
      )}
    />
  )
}

const defaultFilters = Object.fromEntries(
  Object.entries(pendingDifferences).map(([field, value]) => [field, [value]]),
)

const columns: ColumnSetup<'chargeDifferences'>[] = [
  { name: 'memberId', label: 'Nome', width: 12.5, preferredWidth: nameColumnWidth },
  { name: 'memberNumber', width: 5 },
  { name: 'unsettledPaymentId', width: 9 },
  { name: 'amount', width: 5.5 },
  { name: 'expectedAmount', width: 6.5 },
  { name: 'reason', width: 14 },
  { name: 'categoryId', width: 7 },
  { name: 'state', width: 7 },
  { name: 'decidedByName', width: 9, listed: false },
]
const filters: FilterSetup<'chargeDifferences'>[] = [{ field: 'state' }, { field: 'reason' }]
