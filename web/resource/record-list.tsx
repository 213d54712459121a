import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import { useRef, type ComponentType, type ReactNode } from 'react'
import { useFields, useResource } from '../api/queries.ts'
import { useRecordPath } from '../paths/records.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { PageAction } from '../ui/page-action.tsx'
import { Page } from '../ui/page.tsx'
import { ListPageSkeleton, ListSkeleton } from '../ui/skeletons.tsx'
import { useAddress, useNavigate } from '../ui/router.tsx'
import { ListActions, ListBody, type ListBodyProps } from './list/list-body.tsx'
import { ListToolbar } from './list/list-toolbar.tsx'
import { ListTools } from './list/list-tools.tsx'
import { useListWords, type ListWords } from './list/list-words.ts'
import { PrintedRows } from './list/list-print.tsx'
import { type ExplainedListProps, type RecordListProps, useList } from './list/use-list.ts'
import { useFocusRecovery } from './list/row-focus.ts'
import classes from './record-list.module.css'

export type { FilterSetup } from './list/filters.ts'
export type { Filters } from './list/list-state.ts'
export type { CardSetup } from './list/list-cards.tsx'
export { nameColumnWidth, type ColumnSetup } from './list/list-columns.ts'
export { reading, type Drawing } from './list/reading.ts'
export type { List, ListLead, RecordListProps, SelectionSum } from './list/use-list.ts'
export type { BulkAction, ChosenRecords } from './actions/selection-bar.tsx'

/** The list of any resource, as a page. */
export function RecordList<Name extends ResourceName>(props: RecordListProps<Name>): ReactNode
export function RecordList(props: RecordListProps) {
  return <WithExplainer {...props} View={ExplainedList} skeleton={<ListPageSkeleton />} />
}

/** The list of any resource, as a part of a page. */
export function EmbeddedList<Name extends ResourceName>(props: RecordListProps<Name>): ReactNode
export function EmbeddedList(props: RecordListProps) {
  return <WithExplainer {...props} View={ExplainedPart} skeleton={<ListSkeleton />} />
}

interface ExplainedProps extends RecordListProps {
  View: ComponentType<ExplainedListProps>
  /** Skeleton. */
  skeleton: ReactNode
}

function WithExplainer({ View, skeleton, ...props }: ExplainedProps) {
  const descriptor = useResource(props.resource)
  const fields = useFields(props.resource)
  const { pathname } = useAddress()
  const pathOf = useRecordPath(props.resource)
  if (!descriptor || !fields) return skeleton
  return (
    <View
      key={`${pathname} ${props.resource}`}
      {...(pathOf && { pathOf })}
      {...props}
      descriptor={descriptor}
      fields={fields}
    />
  )
}

function ExplainedList(props: ExplainedListProps) {
  const { resource, descriptor, newPath, toolbar, action, MoreExports } = props
  const list = useList(props)
  const words = useListWords(list, props.filters)
  const mayCreate = newPath !== undefined && descriptor.may.create
  const mainAction = action ?? (mayCreate && <PageAction label={descriptor.label.new} to={newPath} />)
  useNewKey(descriptor.label.new, newPath, mayCreate)
  return (
    <Page
      title={list.title}
      count={list.rows.total}
      fill
      tools={
        <>
          {toolbar}
          <ListTools
            resource={resource}
            list={list}
            mayExport={descriptor.may.export}
            words={words}
            {...(MoreExports && { MoreExports })}
            isPage
          />
        </>
      }
      action={mainAction}
    >
      <ListContent {...props} list={list} words={words} ownsPage />
    </Page>
  )
}

function ExplainedPart(props: ExplainedListProps) {
  const { resource, descriptor, toolbar } = props
  const list = useList(props)
  const words = useListWords(list, props.filters)
  return (
    <section className={classes.part} aria-label={list.title}>
      <div className={classes.partHead}>
        <h2 className={classes.partTitle}>{list.title}</h2>
        <span className={classes.partTools}>
          {toolbar}
          <ListTools resource={resource} list={list} mayExport={descriptor.may.export} words={words} />
        </span>
      </div>
      <ListContent {...props} list={list} words={words} />
    </section>
  )
}

/** Search, filters and rows. */
function ListContent({ words, ...props }: ListBodyProps & { words: () => ListWords }) {
  const { list, lead } = props
  const holder = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusRecovery(holder, list.rows.total)
  return (
    <>
      {lead && <lead.Part list={list} />}
      <ListToolbar {...props} onLeave={() => focusFirstRow(holder.current)} />
      <div ref={holder} className={classes.holder} tabIndex={-1} {...keepFocus}>
        <PrintedRows resource={props.resource} list={list} words={words} />
        <ListBody {...props} />
        <ListActions {...props} words={words} />
      </div>
      {props.foot}
    </>
  )
}

function useNewKey(label: string, path: string | undefined, enabled: boolean): void {
  const navigate = useNavigate()
  useHotkey({ keys: 'n', label, group: 'Na lista' }, () => navigate(path ?? ''), enabled)
}

function focusFirstRow(holder: HTMLElement | null): void {
  holder?.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus()
}
