import { useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { Constraint, ListParams, StoredRecord } from '../api/client.ts'
import { listQuery, useFields, useResource } from '../api/queries.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { PageAction } from '../ui/page-action.tsx'
import { Page } from '../ui/page.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import type { FilterSetup } from './list/filter-text.ts'
import { chosenIds } from './list/chosen-ids.ts'
import { ListCards, type CardSetup } from './list/list-cards.tsx'
import type { ColumnSetup } from './list/list-columns.ts'
import { ListFilters } from './list/list-filters.tsx'
import { ListProblem } from './list/list-problem.tsx'
import { ListSearch } from './list/list-search.tsx'
import { isSameFilters, nextSort, type Filters, type ListState } from './list/list-state.ts'
import { ListTable } from './list/list-table.tsx'
import { ListTools } from './list/list-tools.tsx'
import { SelectionBar, type BulkAction } from './list/selection-bar.tsx'
import { useColumns } from './list/use-columns.ts'
import { useListRows } from './list/use-list-rows.ts'
import { useListState } from './list/use-list-state.ts'
import { useSelection } from './list/use-selection.ts'
import toolbar from './list/list-toolbar.module.css'
import classes from './record-list.module.css'

export type { BulkAction, CardSetup, ColumnSetup, FilterSetup }
export type { ChosenRecords } from './list/selection-bar.tsx'

export interface RecordListProps {
  resource: string
  title?: string
  /** The columns in their usual order; those of single fields may bring another cell. */
  columns?: readonly ColumnSetup[]
  /** What can be done with several records at once. */
  actions?: readonly BulkAction[]
  /** The filters that always have a chip. */
  filters?: readonly FilterSetup[]
  /** Filters that stand until somebody takes them away. The same object each time. */
  defaultFilters?: Filters
  /** Constraints that nobody can take away. The same object each time. */
  where?: Record<string, Constraint>
  /** Where a record is opened. */
  pathOf?: (id: string) => string
  /** What opening a record does, where it has no address of its own. */
  onOpen?: (record: StoredRecord) => void
  newPath?: string
  /** More tools at the head of the page. */
  toolbar?: ReactNode
  /** How a record looks on phones. */
  cardOf?: CardSetup
  searchPlaceholder?: string
  /** What the list is for, said while it is empty. */
  purpose?: string
}

/** The list of any resource, drawn from what the explainer says of it. */
export function RecordList(props: RecordListProps) {
  const descriptor = useResource(props.resource)
  const fields = useFields(props.resource)
  const { pathname } = useLocation()
  if (!descriptor || !fields) return <ListSkeleton />
  return (
    <ExplainedList key={`${pathname} ${props.resource}`} {...props} descriptor={descriptor} fields={fields} />
  )
}

interface ExplainedListProps extends RecordListProps {
  descriptor: ResourceDescriptor
  fields: FieldMap
}

const phone = '(max-width: 48em)'
const noFilters: Filters = {}
const noSetups: readonly FilterSetup[] = []

function ExplainedList(props: ExplainedListProps) {
  const { resource, descriptor, fields, defaultFilters = noFilters, where, actions, pathOf, newPath } = props
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const holder = useRef<HTMLDivElement>(null)
  const defaults = useMemo<ListState>(
    () => ({ search: '', sort: descriptor.sort, filters: defaultFilters }),
    [descriptor.sort, defaultFilters],
  )
  const { state, change } = useListState(fields, defaults)
  const params = useMemo<ListParams>(
    () => ({ sort: state.sort, search: state.search, where: { ...state.filters, ...where } }),
    [state, where],
  )
  const rows = useListRows(resource, params)
  const columns = useColumns(fields, props.columns)
  const selection = useSelection(rows)
  const open = useOpening(props)
  const navigate = useNavigate()
  const mayCreate = newPath !== undefined && descriptor.may.create
  useHotkey(
    { keys: 'n', label: descriptor.label.new, group: 'Na lista' },
    () => void navigate(newPath ?? ''),
    mayCreate,
  )

  const title = props.title ?? descriptor.label.many
  const chosen = actions && actions.length > 0 && !isPhone ? selection : undefined
  const shared = { label: title, title: descriptor.title, rows, pathOf, onOpen: open, memory: useMemory() }
  const isBare = useIsBare(props, state, rows.total)

  return (
    <Page
      title={title}
      count={rows.total}
      fill
      tools={
        <>
          {props.toolbar}
          <ListTools
            resource={resource}
            params={params}
            total={rows.total ?? 0}
            columns={columns}
            selection={chosen}
            mayExport={descriptor.may.export}
          />
        </>
      }
      action={mayCreate && <PageAction label={descriptor.label.new} to={newPath} />}
    >
      <div className={toolbar.toolbar}>
        <ListSearch
          label={`Pesquisar ${title.toLowerCase()}`}
          placeholder={props.searchPlaceholder}
          value={state.search}
          onChange={(search, how) => change({ search }, how)}
          onLeave={() => focusFirstRow(holder)}
        />
        <ListFilters
          fields={fields}
          setups={props.filters ?? noSetups}
          filters={state.filters}
          onChange={(filters) => change({ filters })}
        />
      </div>
      <div ref={holder} className={classes.holder}>
        {isBare === undefined ? null : rows.total === 0 || rows.error ? (
          <ListProblem
            descriptor={descriptor}
            error={rows.error}
            isBare={isBare}
            purpose={props.purpose}
            newPath={mayCreate ? newPath : undefined}
            onRetry={rows.retry}
            onShowAll={() => change({ search: '', filters: noFilters })}
          />
        ) : isPhone ? (
          <ListCards {...shared} columns={columns.shown} card={props.cardOf} />
        ) : (
          <ListTable
            {...shared}
            columns={columns.shown}
            sort={state.sort}
            onSort={(field) => change({ sort: nextSort(state.sort, field, descriptor.sort) })}
            onResize={columns.resize}
            selection={chosen}
          />
        )}
        {chosen && (
          <SelectionBar
            gender={descriptor.label.gender}
            selection={chosen}
            total={rows.total ?? 0}
            actions={actions ?? []}
            idsOf={() => chosenIds(resource, params, chosen.selection)}
          />
        )}
      </div>
    </Page>
  )
}

/** Neither searched nor filtered. Usual filters count only where they hide something; undefined until that is known. */
function useIsBare(
  { resource, where, defaultFilters = noFilters }: ExplainedListProps,
  state: ListState,
  total?: number,
) {
  const isUsual = state.search === '' && isSameFilters(state.filters, defaultFilters)
  const mayHide = isUsual && total === 0 && Object.keys(state.filters).length > 0
  const all = useQuery({ ...listQuery(resource, { where: where ?? {}, limit: 1 }), enabled: mayHide })
  if (!mayHide) return state.search === '' && Object.keys(state.filters).length === 0
  return all.isPending ? undefined : all.data?.meta.total === 0
}

/** Opens a record, here or in another tab. */
function useOpening({ pathOf, onOpen }: RecordListProps) {
  const navigate = useNavigate()
  return (record: StoredRecord, { newTab = false } = {}) => {
    const path = pathOf?.(record._id)
    if (path === undefined) onOpen?.(record)
    else if (newTab) window.open(path, '_blank', 'noopener')
    else void navigate(path)
  }
}

/** Each search of each list is scrolled by itself. */
function useMemory(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}

function focusFirstRow(holder: RefObject<HTMLElement | null>): void {
  holder.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus()
}
