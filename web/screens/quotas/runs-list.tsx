import { useTerminology } from '../../api/queries.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { useMemo } from 'react'
import { reading, RecordList, type ColumnSetup } from '../../resource/record-list.tsx'
import { WrittenCell } from '../messages/index.ts'
import { GenerateLink } from '../dues/index.ts'
import { generatePath } from '../../paths/dues.ts'

/** The list of generations. */
export default function RunsList() {
  const terminology = useTerminology()
  const columns = useMemo(() => columnsFor(terminology), [terminology])
  return (
    <RecordList
      resource="quotaRuns"
      columns={columns}
      newPath={generatePath(terminology)}
      firstAction={<GenerateLink />}
      purpose={fillTerms(
        'Aqui fica cada geração de {membershipPayments}: quantas fez, quanto somam, e a maneira de a desfazer.',
        terminology,
      )}
    />
  )
}

const columnsFor = (terminology: Terminology): ColumnSetup<'quotaRuns'>[] => [
  { name: 'year', width: 5, cardLabel: fillTerms('{MembershipPayments} de', terminology) },
  { name: 'state', width: 8 },
  { name: 'count', width: 6 },
  { name: 'total', width: 8 },
  { name: 'created_at', label: 'Pedida em', width: 9, ...reading([], WrittenCell) },
  { name: 'createdByName', width: 10 },
]
