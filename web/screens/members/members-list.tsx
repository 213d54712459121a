import { useMemo } from 'react'
import { useTerminology } from '../../api/queries.ts'
import {
  RecordList,
  type CardSetup,
  type ColumnSetup,
  type FilterSetup,
} from '../../resource/record-list.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { MemberCard, NameCell, SinceCell } from './member-cells.tsx'
import { useStatePresets } from './member-states.ts'
import { useMemberPaths } from './use-member-paths.ts'

/** Everybody who belongs, and with another filter everybody who ever did. */
export default function MembersList() {
  const paths = useMemberPaths()
  const { memberPlural } = useTerminology()
  const states = useStatePresets()
  const defaultFilters = useMemo(() => states && { currentStateId: states.current.values }, [states])
  const filters = useMemo<FilterSetup[]>(
    () => [
      { field: 'currentStateId', presets: states && [states.current, states.ended] },
      { field: 'categoryId' },
      { field: 'admissionDate', label: 'Admissão' },
    ],
    [states],
  )
  if (!states) return <ListSkeleton />
  return (
    <RecordList
      resource="members"
      columns={columns}
      cardOf={card}
      filters={filters}
      defaultFilters={defaultFilters}
      pathOf={paths.record}
      newPath={paths.new}
      searchPlaceholder="Nome, número, NIF, email…"
      purpose={`Aqui ficam as fichas de ${memberPlural}: identificação, contactos, estado e histórico.`}
    />
  )
}

const columns: ColumnSetup[] = [
  { name: 'memberNumber', label: 'N.º', width: 4.5, align: 'end' },
  { name: 'name', label: 'Nome', width: 17, Cell: NameCell },
  { name: 'currentStateId', width: 11 },
  { name: 'categoryId', width: 9 },
  { name: 'mobile' },
  { name: 'admissionDate', label: 'Desde', width: 6, align: 'end', Cell: SinceCell },
]

const card: CardSetup = { Card: MemberCard, height: 4.75 }
