import { mandatesPath } from '../../paths/direct-debit.ts'
import {
  type ColumnSetup,
  type FilterSetup,
  nameColumnWidth,
  RecordList,
} from '../../resource/record-list.tsx'

/** The authorisations of direct debit. */
export default function MandatesList() {
  return (
    <RecordList
      resource="mandates"
      newPath={`${mandatesPath}/nova`}
      columns={columns}
      filters={filters}
      purpose="Quem autorizou débitos na sua conta. Sem uma autorização ativa, nada se cobra por débito direto."
    />
  )
}

const columns: ColumnSetup[] = [
  { name: 'memberId', label: 'Nome', width: 12.5, preferredWidth: nameColumnWidth },
  { name: 'memberNumber', width: 7.5 },
  { name: 'state', width: 8 },
  { name: 'reference', width: 10 },
  { name: 'iban', width: 10 },
  { name: 'signedOn', width: 7.5 },
  { name: 'lastCollectedOn', width: 8 },
  { name: 'debtorName', width: 12, listed: false },
]
const filters: FilterSetup[] = [{ field: 'state' }, { field: 'signedOn' }]
