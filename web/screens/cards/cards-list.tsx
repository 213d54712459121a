import { useMemo, useState } from 'react'
import { IconPrinter } from '@tabler/icons-react'
import { liveCardStates } from '@agremia/resources/definitions/membership-cards.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
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
import { useLabels } from '../labels/index.ts'
import { PrintButton, type ToPrint } from './waiting-cards.tsx'
import { lazyDialog } from '../../ui/lazy-part.ts'
import { useSearchParams } from '../../ui/router.tsx'

const PrintDialog = lazyDialog(() => import('./print-dialog.tsx'))

/** The list of cards; by default those in force. Bulk actions print, deliver and revoke. */
export default function CardsList() {
  const terminology = useTerminology()
  const mayIssue = useMay('cardRuns').create
  const [toPrint, setToPrint] = useState<ToPrint>()
  const labels = useLabels('membershipCards')
  const actions = [...usePrintAction(setToPrint), ...labels.actions]
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
      {labels.dialog}
      {toPrint && <PrintDialog toPrint={toPrint} onClose={() => setToPrint(undefined)} />}
    </>
  )
}

/** Prints a selection, if the role may. */
function usePrintAction(onPrint: (toPrint: ToPrint) => void): BulkAction[] {
  const mayPrint = useMay('printBatches').create
  const print = async ({ query, ids, count, clear }: ChosenRecords<'membershipCards'>) =>
    onPrint({ cardSet: 'selecao', chosen: query ? { query } : { ids: await ids() }, count, clear })
  const action: BulkAction = {
    name: 'print',
    label: 'Imprimir',
    icon: <IconPrinter {...icon} />,
    run: (chosen) => void print(chosen),
  }
  return mayPrint ? [action] : []
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

const defaultFilters = { status: [...liveCardStates] }

function filtersOn(today: string): FilterSetup<'membershipCards'>[] {
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

const columns: ColumnSetup<'membershipCards'>[] = [
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

const card: CardSetup<'membershipCards'> = { ...reading(cardFields, CardCard), height: 4.5 }
