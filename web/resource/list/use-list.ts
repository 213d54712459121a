import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import type { FieldName, ListParams, RecordFor, StoredRecord } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import type { RecordPath } from '../../paths/records.ts'
import { useIsPhone } from '../../ui/device.ts'
import { useNavigate } from '../../ui/router.tsx'
import { filterFields, type FilterSetup } from './filters.ts'
import type { CardSetup } from './list-cards.tsx'
import { type ColumnSetup, fittingColumns, requestedFields, type ShownColumn } from './list-columns.ts'
import { type Filters, isSameFilters, type ListState, withoutField } from './list-state.ts'
import type { BulkDialogs } from '../actions/selection-actions.tsx'
import type { BulkAction } from '../actions/selection-bar.tsx'
import { type SelectionControls, useSelection } from './selection.ts'
import { type Columns, useColumns } from './use-columns.ts'
import { type ListRows, useListRows } from './use-list-rows.ts'
import { type ListStateControls, useListState } from './use-list-state.ts'

export interface List extends ListStateControls {
  title: string
  params: ListParams
  rows: ListRows
  columns: Columns
  /** The visible columns that fit into the table. */
  fitting: readonly ShownColumn[]
  /** Called with the width of the table in rem; undefined in a wide window. */
  onRoom: (room: number | undefined) => void
  /** All fields, and the creation date if it can be filtered. */
  filterFields: FieldMap
  /** Undefined when there are no bulk actions. */
  selection: SelectionControls | undefined
  isPhone: boolean
  /** Whether neither a search nor filters apply; undefined while unknown. */
  isBare: boolean | undefined
  /** Results of the same search without the default filters, if it has none with them. */
  elsewhere: Elsewhere | undefined
  open: (record: StoredRecord, options?: { newTab?: boolean }) => void
  /** Key of the scroll position: one per list and search. */
  memory: string
}

/** State of a list: search, rows, columns and selection. Renders nothing. */
export function useList(props: ExplainedListProps): List {
  const { resource, descriptor, fields, defaultFilters = noFilters, where, actions, filters } = props
  const isPhone = useIsPhone()
  const defaults = useMemo<ListState>(
    () => ({ search: '', sort: descriptor.sort, filters: defaultFilters }),
    [descriptor.sort, defaultFilters],
  )
  const filterable = useMemo(() => filterFields(fields, filters), [fields, filters])
  const { state, change, address } = useListState(filterable, defaults)
  const columns = useColumns(fields, props.columns)
  const requestedFieldNames = useRequestedFields(props, columns)
  const params = useMemo<ListParams>(
    () => ({
      sort: state.sort,
      search: state.search,
      where: { ...state.filters, ...where },
      columns: requestedFieldNames,
    }),
    [state, where, requestedFieldNames],
  )
  const rows = useListRows(resource, params)
  const chosen = useSelection(rows)
  const selection = !isPhone && isSelectable(descriptor, actions) ? chosen : undefined
  const [room, onRoom] = useState<number>()
  const withSelection = selection !== undefined
  const fitting = useMemo(() => {
    const { shown, kept } = columns
    return fittingColumns(shown, { room, withSelection, title: descriptor.title, sort: state.sort, kept })
  }, [columns, room, withSelection, descriptor.title, state.sort])
  return {
    title: props.title ?? descriptor.label.many,
    state,
    change,
    address,
    params,
    rows,
    columns,
    fitting,
    onRoom,
    filterFields: filterable,
    selection,
    isPhone,
    isBare: useIsBare(props, state, rows.total),
    elsewhere: useElsewhere(props, state, rows.total),
    open: useOpening(props),
    memory: `${resource} ${address}`,
  }
}

/** Whether there is anything to do with a selection. */
function isSelectable({ actions: declared }: ResourceDescriptor, own: readonly BulkAction[] = []): boolean {
  return own.length > 0 || declared.some(({ many }) => many !== false)
}

/** The requested fields; the same array while equal. */
function useRequestedFields(
  { fields, cardOf, pathBy, onOpen, selectionSum }: ExplainedListProps,
  { all, shown }: Columns,
) {
  const visible = new Set(shown.map(({ id }) => id))
  // A custom `onOpen` may read any field.
  const others = [
    cardOf ? cardOf.reads : [],
    pathBy === undefined ? [] : [pathBy],
    selectionSum?.reads ?? [],
    onOpen ? undefined : [],
  ]
  const requestedFieldNames = requestedFields(fields, all, {
    isShown: (id) => visible.has(id),
    others,
  })?.join(',')
  return useMemo(() => requestedFieldNames?.split(','), [requestedFieldNames])
}

export const noFilters: Filters = {}

/** Default filters count as no filter if the resource is empty without them too. */
function useIsBare(
  { resource, where, defaultFilters = noFilters }: RecordListProps,
  state: ListState,
  total?: number,
): boolean | undefined {
  const isDefault = state.search === '' && isSameFilters(state.filters, defaultFilters)
  const mayHide = isDefault && total === 0 && Object.keys(state.filters).length > 0
  const all = useQuery({
    ...listQuery(resource, { sort: state.sort, where: where ?? {}, limit: 1 }),
    enabled: mayHide,
  })
  if (!mayHide) return state.search === '' && Object.keys(state.filters).length === 0
  return all.isPending ? undefined : all.data?.meta.total === 0
}

export interface Elsewhere {
  count: number
  /** The filters that find them. */
  filters: Filters
}

/** Default filters are on states: repeats an empty search without them. */
function useElsewhere(
  { resource, where, defaultFilters = noFilters }: RecordListProps,
  state: ListState,
  total?: number,
): Elsewhere | undefined {
  const filters = Object.keys(defaultFilters).reduce(withoutField, state.filters)
  const isNarrowed = Object.keys(filters).length < Object.keys(state.filters).length
  const unfiltered = useQuery({
    ...listQuery(resource, {
      sort: state.sort,
      search: state.search,
      where: { ...filters, ...where },
      limit: 1,
    }),
    enabled: total === 0 && isNarrowed,
  })
  const count = unfiltered.data?.meta.total ?? 0
  return total === 0 && isNarrowed && count > 0 ? { count, filters } : undefined
}

/** Path of the record, if any. */
export function pathFor(
  { pathOf, pathBy = '_id' }: Pick<RecordListProps, 'pathOf' | 'pathBy'>,
  record: StoredRecord,
): string | undefined {
  const id = record[pathBy]
  return typeof id === 'string' ? pathOf?.(id) : undefined
}

/** Opens a record in this tab or a new one. */
function useOpening(props: RecordListProps): List['open'] {
  const navigate = useNavigate()
  return (record, { newTab = false } = {}) => {
    const path = pathFor(props, record)
    if (path === undefined) props.onOpen?.(record)
    else if (newTab) window.open(path, '_blank', 'noopener')
    else navigate(path)
  }
}

/** A screen's own controls of a list. Must be a stable object. */
export interface ListLead {
  Part: ComponentType<{ list: List }>
  /** Fields that it filters: they have no chip. */
  filters: readonly string[]
}

/** How to sum the selected records. Must be a stable object. */
export interface SelectionSum<Name extends string = string> {
  /** The summed field; its sum over the whole search is in the list's answer. */
  field: FieldName<Name>
  reads: readonly FieldName<Name>[]
  /** Amount of a record in cents. */
  centsOf: (record: RecordFor<Name>) => number
}

export interface RecordListProps<Name extends string = string> {
  resource: Name
  title?: string
  /** Columns in their default order, optionally with custom cells. */
  columns?: readonly ColumnSetup<Name>[]
  /** Bulk actions that the resource does not declare. */
  actions?: readonly BulkAction<Name>[]
  /** Dialogs of declared bulk actions, where the screen has its own. */
  bulkDialogs?: BulkDialogs<Name>
  /** Shows the sum of the selected records. */
  selectionSum?: SelectionSum<Name>
  /** Filters that always have a chip. */
  filters?: readonly FilterSetup<Name>[]
  /** Filters that apply until the person removes them. Must be a stable object. */
  defaultFilters?: Filters
  /** Where the results are that the default filters leave out; default: `noutros estados`. */
  elsewhereWords?: string
  /** Choices above the search that apply to the whole list. */
  lead?: ListLead
  /** Further files of the list, below the formats of its export. */
  MoreExports?: ComponentType<{ list: List; onDone: () => void }>
  /** Fixed constraints. Must be a stable object. */
  where?: ListParams<Name>['where']
  /** Path of a record; default: the page that shows records of this resource. */
  pathOf?: RecordPath
  /** Field with the id for `pathOf`, default `_id`: a reference opens the referenced record. */
  pathBy?: FieldName<Name> | '_id'
  /** Called instead, when records have no path. */
  onOpen?: (record: RecordFor<Name>) => void
  newPath?: string
  /** Main action, instead of creating a record. */
  action?: ReactNode
  /** Action in the empty state that creates the first record, if the main action does not. */
  firstAction?: ReactNode
  /** More tools. */
  toolbar?: ReactNode
  /** Content below the rows, on phones above them. */
  foot?: ReactNode
  /** Custom card for phones. */
  cardOf?: CardSetup<Name>
  searchPlaceholder?: string
  /** What the list is for, shown while it is empty. */
  purpose?: string
}

/** Props of a list after the explainer is loaded. */
export interface ExplainedListProps extends RecordListProps {
  descriptor: ResourceDescriptor
  fields: FieldMap
}
