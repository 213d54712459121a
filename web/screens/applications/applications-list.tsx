import { Suspense, useMemo, useState } from 'react'
import { IconEyeCheck, IconUserCheck } from '@tabler/icons-react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useResource } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import {
  reading,
  RecordList,
  type BulkAction,
  type CardSetup,
  type ChosenRecords,
  type ColumnSetup,
  type FilterSetup,
  nameColumnWidth,
} from '../../resource/record-list.tsx'
import { ListPageSkeleton } from '../../ui/skeletons.tsx'
import { NameCell, useSearchHint } from '../member-parts/index.ts'
import { ApplicationCard, cardFields, SourceCell, SubmittedCell } from './application-cells.tsx'
import { newApplicationPath } from '../../paths/applications.ts'
import { useStatePresets } from './application-states.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const BulkActionDialog = lazyPart(() => import('../../resource/bulk-action-dialog.tsx'))

/** The list of applications; by default those that wait for a decision. */
export default function ApplicationsList() {
  const presets = useStatePresets()
  const defaultFilters = useMemo(() => presets?.[0] && { stateId: presets[0].values }, [presets])
  const filters = useMemo<FilterSetup[]>(
    () => [
      { field: 'stateId', presets },
      { field: 'categoryId', label: 'Categoria' },
      { field: 'kind' },
      { field: 'submittedAt', label: 'Recebida' },
    ],
    [presets],
  )
  const [openAction, setOpenAction] = useState<OpenAction>()
  const actions = useBulkActions(setOpenAction)
  const searchHint = useSearchHint('memberApplications')
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
        searchPlaceholder={searchHint}
        actions={actions}
        purpose="Aqui chegam os pedidos de quem se quer inscrever, pela página de inscrição ou ao balcão."
      />
      {openAction && (
        <Suspense fallback={null}>
          <OpenActionDialog {...openAction} onClose={() => setOpenAction(undefined)} />
        </Suspense>
      )}
    </>
  )
}

interface OpenAction {
  action: 'accept' | 'takeForReview'
  chosen: ChosenRecords
}

function OpenActionDialog({ action, chosen, onClose }: OpenAction & { onClose: () => void }) {
  const many = counted(chosen.count, 'candidatura', 'candidaturas')
  const shared = { resource: 'memberApplications', action, chosen, onClose }
  if (action === 'takeForReview') {
    return (
      <BulkActionDialog
        {...shared}
        title={`Analisar ${many}`}
        intro="Passam a «Em análise», e ficam a seu cargo."
      />
    )
  }
  return (
    <BulkActionDialog
      {...shared}
      title={`Aceitar ${many}`}
      intro="Cada candidato é admitido na categoria que pretende, com o número seguinte; cobram-se a joia e a quota dos planos que as cobram na admissão, e seguem a aceitação e as boas-vindas. Quem se parecer com alguém já registado fica por aceitar, para decidir na candidatura."
      initial={{ admissionDate: organisationToday(), decisionDate: organisationToday() }}
      omit={singleRecordFields}
      alsoChanges={['members']}
    />
  )
}

const singleRecordFields = ['personId', 'newPerson', 'updatePerson', 'categoryId', 'memberNumber']

/** The bulk actions that the user's role allows. */
function useBulkActions(onOpen: (openAction: OpenAction) => void): BulkAction[] {
  const may = new Set(useResource('memberApplications')?.actions.map(({ name }) => name))
  const offered: (Omit<BulkAction, 'run'> & { name: OpenAction['action'] })[] = [
    {
      name: 'takeForReview',
      label: 'Analisar',
      icon: <IconEyeCheck size="1.125rem" stroke={1.5} aria-hidden />,
    },
    { name: 'accept', label: 'Aceitar', icon: <IconUserCheck size="1.125rem" stroke={1.5} aria-hidden /> },
  ]
  return offered
    .filter(({ name }) => may.has(name))
    .map((action) => ({ ...action, run: (chosen) => onOpen({ action: action.name, chosen }) }))
}

const columns: ColumnSetup[] = [
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

const card: CardSetup = { ...reading(cardFields, ApplicationCard), height: 6 }
