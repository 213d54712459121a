import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { ListParams, StoredRecord } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { filterFields } from './filter-fields.ts'
import { askedColumns } from './list-columns.ts'
import { isSameFilters, withoutField, type Filters, type ListState } from './list-state.ts'
import type { ExplainedListProps, RecordListProps } from './record-list-props.ts'
import { useColumns, type Columns } from './use-columns.ts'
import { useListRows, type ListRows } from './use-list-rows.ts'
import { useListState, type ListStateControls } from './use-list-state.ts'
import { useSelection, type SelectionControls } from './use-selection.ts'

export interface List extends ListStateControls {
  title: string
  params: ListParams
  rows: ListRows
  columns: Columns
  /** What can be filtered by, and more. */
  filterFields: FieldMap
  /** Undefined when nothing can be done with chosen rows. */
  selection: SelectionControls | undefined
  isPhone: boolean
  /** Neither searched nor filtered; undefined until that is known. */
  isBare: boolean | undefined
  /** What the same search finds in other states, where the usual ones have nothing. */
  elsewhere: Elsewhere | undefined
  open: (record: StoredRecord, options?: { newTab?: boolean }) => void
  /** Each search of each list is scrolled by itself. */
  memory: string
}

/** What a list asks for, what it found, and how it is arranged. Draws nothing. */
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
  const asked = useAsked(props, columns)
  const params = useMemo<ListParams>(
    () => ({ sort: state.sort, search: state.search, where: { ...state.filters, ...where }, columns: asked }),
    [state, where, asked],
  )
  const rows = useListRows(resource, params)
  const selection = useSelection(rows)
  return {
    title: props.title ?? descriptor.label.many,
    state,
    change,
    address,
    params,
    rows,
    columns,
    filterFields: filterable,
    selection: actions && actions.length > 0 && !isPhone ? selection : undefined,
    isPhone,
    isBare: useIsBare(props, state, rows.total),
    elsewhere: useElsewhere(props, state, rows.total),
    open: useOpening(props),
    memory: `${resource} ${address}`,
  }
}

/** The fields to ask for: the same array for as long as it says the same. */
function useAsked(
  { fields, cardOf, pathBy, onOpen, selectionSum }: ExplainedListProps,
  { all, shown }: Columns,
) {
  const visible = new Set(shown.map(({ id }) => id))
  // Whoever opens a record in another way may read anything of it.
  const others = [
    cardOf ? cardOf.reads : [],
    pathBy === undefined ? [] : [pathBy],
    selectionSum?.reads ?? [],
    onOpen ? undefined : [],
  ]
  const asked = askedColumns(fields, all, { isShown: (id) => visible.has(id), others })?.join(',')
  return useMemo(() => asked?.split(','), [asked])
}

export const noFilters: Filters = {}

/** Usual filters count only where they hide something. */
function useIsBare(
  { resource, where, defaultFilters = noFilters }: RecordListProps,
  state: ListState,
  total?: number,
): boolean | undefined {
  const isUsual = state.search === '' && isSameFilters(state.filters, defaultFilters)
  const mayHide = isUsual && total === 0 && Object.keys(state.filters).length > 0
  const all = useQuery({
    ...listQuery(resource, { sort: state.sort, where: where ?? {}, limit: 1 }),
    enabled: mayHide,
  })
  if (!mayHide) return state.search === '' && Object.keys(state.filters).length === 0
  return all.isPending ? undefined : all.data?.meta.total === 0
}

export interface Elsewhere {
  count: number
  /** The filters with which it is found. */
  filters: Filters
}

/** Usual filters are of states: a search that finds nothing in those is asked of the others too. */
function useElsewhere(
  { resource, where, defaultFilters = noFilters }: RecordListProps,
  state: ListState,
  total?: number,
): Elsewhere | undefined {
  const filters = Object.keys(defaultFilters).reduce(withoutField, state.filters)
  const isNarrowed = Object.keys(filters).length < Object.keys(state.filters).length
  const found = useQuery({
    ...listQuery(resource, {
      sort: state.sort,
      search: state.search,
      where: { ...filters, ...where },
      limit: 1,
    }),
    enabled: total === 0 && isNarrowed,
  })
  const count = found.data?.meta.total ?? 0
  return total === 0 && isNarrowed && count > 0 ? { count, filters } : undefined
}

/** Where the record leads, if it has an address. */
export function pathFor(
  { pathOf, pathBy = '_id' }: Pick<RecordListProps, 'pathOf' | 'pathBy'>,
  record: StoredRecord,
): string | undefined {
  const id = record[pathBy]
  return typeof id === 'string' ? pathOf?.(id) : undefined
}

/** Opens a record, here or in another tab. */
function useOpening(props: RecordListProps): List['open'] {
  const navigate = useNavigate()
  return (record, { newTab = false } = {}) => {
    const path = pathFor(props, record)
    if (path === undefined) props.onOpen?.(record)
    else if (newTab) window.open(path, '_blank', 'noopener')
    else void navigate(path)
  }
}
