import { Suspense, useMemo, useState } from 'react'
import { IconPrinter, IconTruckDelivery, IconX } from '@tabler/icons-react'
import { liveCardStates } from '@agremia/resources/definitions/membership-cards.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useMay, useResource, useTerminology } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import type { FilterPreset } from '../../resource/list/filters.ts'
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
import { PageAction } from '../../ui/page-action.tsx'
import { CardCard, HolderCell, IssueCell, cardFields, PrintedCell, ValidityCell } from './card-cells.tsx'
import { issueCardsPath } from '../../paths/cards.ts'
import { PrintButton, type ToPrint } from './waiting-cards.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useSearchParams } from '../../ui/router.tsx'

const BulkActionDialog = lazyPart(() => import('../../resource/bulk-action-dialog.tsx'))
const PrintDialog = lazyPart(() => import('./print-dialog.tsx'))

/** The list of cards; by default those in force. Bulk actions print, deliver and revoke. */
export default function CardsList() {
  const terminology = useTerminology()
  const mayIssue = useMay('cardRuns').create
  const [bulkAction, setBulkAction] = useState<{ name: BulkActionName; chosen: ChosenRecords }>()
  const [toPrint, setToPrint] = useState<ToPrint>()
  const actions = useBulkActions((name, chosen) => setBulkAction({ name, chosen }), setToPrint)
  const today = organisationToday()
  const filters = useMemo(() => filtersOn(today), [today])
  const [params] = useSearchParams()
  // The button prints the waiting cards of all runs.
  const isOfOneRun = params.has('cardRunId') || params.has('printBatchId')
  return (
    <>
      <RecordList
        resource="membershipCards"
        columns={columns}
        cardOf={card}
        filters={filters}
        defaultFilters={defaultFilters}
        actions={actions}
        toolbar={
          isOfOneRun ? undefined : <PrintButton onPrint={() => setToPrint({ cardSet: 'por-imprimir' })} />
        }
        action={mayIssue && <PageAction label="Emitir cartões" to={issueCardsPath(terminology)} />}
        searchPlaceholder="Nome ou número…"
        purpose={`Aqui fica cada cartão: de quem é, se já foi impresso e entregue, e até quando vale.`}
      />
      <Suspense fallback={null}>
        {bulkAction && (
          <BulkActionDialog
            resource="membershipCards"
            action={bulkAction.name}
            title={`${bulkActionTexts[bulkAction.name].title} ${counted(bulkAction.chosen.count, 'cartão', 'cartões')}`}
            intro={bulkActionTexts[bulkAction.name].intro}
            initial={bulkAction.name === 'deliver' ? { date: today, method: 'hand' } : {}}
            chosen={bulkAction.chosen}
            onClose={() => setBulkAction(undefined)}
          />
        )}
        {toPrint && <PrintDialog toPrint={toPrint} onClose={() => setToPrint(undefined)} />}
      </Suspense>
    </>
  )
}

type BulkActionName = keyof typeof bulkActionTexts

const bulkActionTexts = {
  deliver: { title: 'Entregar', intro: 'Os que vão pelo correio ficam enviados; os outros ficam entregues.' },
  revoke: {
    title: 'Anular',
    intro: 'Deixam de valer já: a verificação do código responde que não têm validade. Não se desfaz.',
  },
} as const

/** The bulk actions that the user's role allows. */
function useBulkActions(
  onChoose: (name: BulkActionName, chosen: ChosenRecords) => void,
  onPrint: (toPrint: ToPrint) => void,
): BulkAction[] {
  const may = new Set(useResource('membershipCards')?.actions.map(({ name }) => name))
  const mayPrint = useMay('printBatches').create
  const print = async ({ query, ids, count, clear }: ChosenRecords) =>
    onPrint({ cardSet: 'selecao', chosen: query ? { query } : { ids: await ids() }, count, clear })
  const all: (BulkAction | false)[] = [
    mayPrint && {
      name: 'print',
      label: 'Imprimir',
      icon: <IconPrinter {...icon} />,
      run: (chosen) => void print(chosen),
    },
    may.has('deliver') && {
      name: 'deliver',
      label: 'Entregar',
      icon: <IconTruckDelivery {...icon} />,
      run: (chosen) => onChoose('deliver', chosen),
    },
    may.has('revoke') && {
      name: 'revoke',
      label: 'Anular',
      icon: <IconX {...icon} />,
      run: (chosen) => onChoose('revoke', chosen),
    },
  ]
  return all.filter((action) => action !== false)
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

const defaultFilters = { status: [...liveCardStates] }

function filtersOn(today: string): FilterSetup[] {
  return [
    {
      field: 'status',
      presets: [
        { label: 'em vigor', values: defaultFilters.status },
        { label: 'por imprimir', values: ['toPrint'] },
        { label: 'por entregar', values: ['printed'] },
        { label: 'expirados', values: ['expired'] },
        { label: 'substituídos', values: ['replaced', 'lost'] },
      ],
    },
    { field: 'hasPhoto', shortcut: { label: 'Sem fotografia', values: ['false'] } },
    { field: 'issuedAt', label: 'Emitido', presets: lastYears(Number(today.slice(0, 4))) },
    { field: 'type' },
    { field: 'categoryId' },
  ]
}

function lastYears(thisYear: number): FilterPreset[] {
  return Array.from({ length: 5 }, (_, index) => {
    const year = thisYear - index
    return { label: String(year), values: [], range: { from: `${year}-01-01`, to: `${year}-12-31` } }
  })
}

const columns: ColumnSetup[] = [
  { name: 'memberNumber', label: 'N.º', width: 4.5, align: 'end' },
  {
    name: 'memberId',
    label: 'Nome',
    width: 16.25,
    preferredWidth: nameColumnWidth,
    ...reading(['memberId', 'photoUrl'], HolderCell),
  },
  { name: 'cardNumber', width: 7, align: 'end' },
  { name: 'issue', width: 3.5, ...reading(['issue'], IssueCell) },
  { name: 'type', width: 5.5 },
  { name: 'status', width: 8.25 },
  { name: 'validUntil', width: 7, ...reading(['validUntil'], ValidityCell) },
  { name: 'printedAt', label: 'Impresso', width: 7, ...reading(['printedAt'], PrintedCell) },
]

const card: CardSetup = { ...reading(cardFields, CardCard), height: 4.5 }
