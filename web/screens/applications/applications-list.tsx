import { useMemo } from 'react'
import { useFields } from '../../api/queries.ts'
import {
  reading,
  RecordList,
  type CardSetup,
  type ColumnSetup,
  type FilterSetup,
  nameColumnWidth,
} from '../../resource/record-list.tsx'
import { ListPageSkeleton } from '../../ui/skeletons.tsx'
import { useLabels } from '../labels/index.ts'
import { NameCell, searchHint } from '../member-parts/index.ts'
import { ApplicationCard, cardFields, SourceCell, SubmittedCell } from './application-cells.tsx'
import { newApplicationPath } from '../../paths/applications.ts'
import { useStatePresets } from './application-states.ts'

/** The list of applications; by default those that wait for a decision. */
export default function ApplicationsList() {
  const presets = useStatePresets()
  const defaultFilters = useMemo(() => presets?.[0] && { stateId: presets[0].values }, [presets])
  const filters = useMemo<FilterSetup<'memberApplications'>[]>(
    () => [
      { field: 'stateId', presets },
      { field: 'categoryId', label: 'Categoria' },
      { field: 'kind' },
      { field: 'submittedAt', label: 'Recebida' },
    ],
    [presets],
  )
  const labels = useLabels('memberApplications')
  const fields = useFields('memberApplications')
  if (!presets) return <ListPageSkeleton />
  return (
    <>
      <RecordList
        resource="memberApplications"
        columns={columns}
        cardOf={card}
        filters={filters}
        defaultFilters={defaultFilters}
        newPath={newApplicationPath}
        searchPlaceholder={searchHint(fields)}
        actions={labels.actions}
        purpose="Aqui chegam os pedidos de quem se quer inscrever, pela página de inscrição ou ao balcão."
      />
      {labels.dialog}
    </>
  )
}

const columns: ColumnSetup<'memberApplications'>[] = [
  { name: 'number', label: 'N.º', width: 4.5, align: 'end' },
  {
    name: 'name',
    label: 'Nome',
    width: 13.5,
    preferredWidth: nameColumnWidth,
    ...reading(['name', 'photoUrl'], NameCell),
  },
  { name: 'stateId', width: 16.5 },
  { name: 'categoryId', label: 'Categoria', width: 7 },
  { name: 'submittedAt', label: 'Recebida', width: 7.5, ...reading(['submittedAt'], SubmittedCell) },
  { name: 'source', width: 10, listed: true, ...reading(['source', 'emailVerifiedAt'], SourceCell) },
  { name: 'mobile', listed: false },
]

const card: CardSetup<'memberApplications'> = { ...reading(cardFields, ApplicationCard), height: 6 }
