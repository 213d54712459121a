import { Suspense, useLayoutEffect, useState } from 'react'
import { IconDownload } from '@tabler/icons-react'
import type { StoredRecord } from '../../api/client.ts'
import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { listQueryObject } from '../../api/resource-paths.ts'
import { endFirstLayer } from '../../ui/first-layer.ts'
import { chosenIds, sumSelected } from './selection.ts'
import { ListCards } from './list-cards.tsx'
import { ListSums } from './list-foot.tsx'
import { ListProblem } from './list-problem.tsx'
import { nextSort } from './list-state.ts'
import { ListTable } from './list-table.tsx'
import type { ListWords } from './list-words.ts'
import { openingColumn } from './list-columns.ts'
import { type ExplainedListProps, type List, noFilters, pathFor } from './use-list.ts'
import type { BulkAction } from '../actions/selection-bar.tsx'
import { lazyDialog, lazyPart } from '../../ui/lazy-part.ts'

const ExportDialog = lazyDialog(() => import('./export-dialog.tsx'))
const SelectionActions = lazyPart(() => import('../actions/selection-actions.tsx'))

export type ListBodyProps = ExplainedListProps & {
  list: List
  /** The list is the page: its hotkeys work on the whole page. */
  ownsPage?: boolean
}

/** The rows, or the empty or error state. */
export function ListBody({ list, ...props }: ListBodyProps) {
  const { descriptor, purpose, firstAction, cardOf } = props
  const { rows, isBare, columns, selection, state, change } = list
  const shared = {
    label: list.title,
    title: openingColumn(descriptor.title, columns.shown),
    columns: columns.shown,
    rows,
    pathOf: (record: StoredRecord) => pathFor(props, record),
    pathBy: props.pathBy ?? '_id',
    onOpen: list.open,
    memory: list.memory,
  }
  const isKnown = rows.total !== undefined || rows.error !== null
  useLayoutEffect(() => {
    if (isKnown) endFirstLayer()
  }, [isKnown])
  if (isBare === undefined) return null
  if (rows.total === 0 || rows.error) {
    return (
      <ListProblem
        descriptor={descriptor}
        error={rows.error}
        isBare={isBare}
        purpose={purpose}
        firstAction={firstAction}
        elsewhere={list.elsewhere}
        elsewhereWords={props.elsewhereWords}
        onRetry={rows.retry}
        onFilter={(filters) => change({ filters })}
        onShowAll={() => change({ search: '', filters: noFilters })}
      />
    )
  }
  if (list.isPhone) {
    return (
      <>
        <ListSums columns={columns.shown} rows={rows} />
        <ListCards {...shared} card={cardOf} />
      </>
    )
  }
  return (
    <ListTable
      {...shared}
      columns={list.fitting}
      onRoom={list.onRoom}
      sort={state.sort}
      onSort={(field) => change({ sort: nextSort(state.sort, field, descriptor.sort) })}
      onResize={columns.resize}
      selection={selection}
      ownsPage={props.ownsPage ?? false}
    />
  )
}

/** The bar with actions for the selected rows. */
export function ListActions({ words, ...props }: ListBodyProps & { words: () => ListWords }) {
  const { list, resource, descriptor, actions = [] } = props
  const { selection, params, rows, state, columns } = list
  const [isExporting, setIsExporting] = useState(false)
  const exporting: BulkAction = { ...exportSelection, run: () => setIsExporting(true) }
  const hasSelected = selection !== undefined && selection.count > 0
  const [wasSelected, setWasSelected] = useState(hasSelected)
  if (hasSelected && !wasSelected) setWasSelected(true)
  if (!selection || !wasSelected) return null
  return (
    <Suspense fallback={null}>
      <SelectionActions
        descriptor={descriptor}
        dialogs={props.bulkDialogs}
        selection={selection}
        total={rows.total ?? 0}
        actions={descriptor.may.export ? [...actions, exporting] : actions}
        filters={state.filters}
        sum={sumOf(props)}
        idsOf={() => chosenIds(resource, params, selection.selection)}
        query={
          selection.selection.kind === 'all' && selection.selection.except.size === 0
            ? listQueryObject(params)
            : undefined
        }
      />
      {isExporting && (
        <ExportDialog
          resource={resource}
          params={params}
          columns={columns.shown}
          selection={selection}
          words={words()}
          onClose={() => setIsExporting(false)}
        />
      )}
    </Suspense>
  )
}

const exportSelection = {
  isRare: true,
  name: 'export',
  label: 'Exportar a seleção',
  icon: <IconDownload size="1.125rem" stroke={1.5} aria-hidden />,
}

/** Sum of the selected records as text. */
function sumOf({ list, selectionSum }: ListBodyProps): string | undefined {
  const { selection, rows } = list
  if (!selection || !selectionSum) return undefined
  const total = decimalToCents(rows.sums?.[selectionSum.field] ?? Number.NaN)
  const cents = sumSelected(selection.selection, total, (id) => {
    const record = selection.knownRecords.get(id)
    return record && selectionSum.centsOf(record)
  })
  return cents === undefined ? undefined : formatAmount(cents)
}
