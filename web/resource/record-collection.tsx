import { useState, type ReactNode } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ParentOf, ResourceName } from '@agremia/resources/definitions/index.ts'
import type { FieldDescriptor, FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { maxLimit } from '@agremia/resources/list-parameters.ts'
import {
  api,
  type FieldName,
  isApiError,
  type ListParams,
  type RecordFor,
  type StoredRecord,
} from '../api/client.ts'
import { pageByPageQuery } from '../api/query-client.ts'
import { keys, useFields, useResource } from '../api/queries.ts'
import { FieldCell } from '../fields/field-cell.tsx'
import { faceOf, type Values } from '../fields/index.ts'
import { useRecordPath, type RecordPath } from '../paths/records.ts'
import { AppLink } from '../ui/app-link.tsx'
import { EmptyState, ErrorState } from '../ui/message-state.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { useIsPhone } from '../ui/device.ts'
import { DefaultCard } from './list/list-cards.tsx'
import { isDigits } from './list/list-columns.ts'
import { MoreTools } from './more-tools.tsx'
import { RecordDialog } from './record-dialog.tsx'
import type { FormControls } from './form/use-record-form.ts'
import { useManualOrder, type ManualOrder } from './manual-order.tsx'
import { useDeletion } from './deletions.tsx'
import data from '../ui/data-table.module.css'
import { useNavigate } from '../ui/router.tsx'
import { CommandButton } from '../ui/command-button.tsx'
import classes from './record-collection.module.css'

interface CollectionProps<Name extends string = string, ParentName extends string = string> {
  resource: Name
  /** Only children of this record. */
  parent?: { resource: ParentName; id: string }
  initial?: Values
  omit?: readonly FieldName<Name>[]
  /** What the collection is for. */
  purpose?: string
  /** Title of the empty state, where it differs from the default. */
  emptyTitle?: string
  /** What follows the fields in the dialog of a record, or of a new one. */
  tail?: (form: FormControls, record: RecordFor<Name> | undefined, close: () => void) => ReactNode
  /** Main action, instead of creating a record. */
  action?: ReactNode
}

/** A short list on a page, edited in dialogs: look-ups, and children of a record. */
export function RecordCollection<Name extends ResourceName>(
  props: CollectionProps<Name, ParentOf<Name>>,
): ReactNode
export function RecordCollection(props: CollectionProps) {
  const descriptor = useResource(props.resource)
  const fields = useFields(props.resource)
  if (!descriptor || !fields) return <ListSkeleton rows={6} />
  return <ExplainedCollection {...props} descriptor={descriptor} fields={fields} />
}

interface ExplainedCollectionProps extends CollectionProps {
  descriptor: ResourceDescriptor
  fields: FieldMap
}

type Edited = StoredRecord | 'new' | undefined

function ExplainedCollection({ descriptor, fields, ...props }: ExplainedCollectionProps) {
  const { resource, parent, initial, omit = [], purpose } = props
  const pathOf = useRecordPath(resource)
  const [edited, setEdited] = useState<Edited>()
  const list = useInfiniteQuery(
    collectionQuery(resource, { sort: descriptor.sort, ...(parent && { parent }) }),
  )
  const remove = useDeletion(descriptor)
  const byHand = useManualOrder<HTMLTableSectionElement>(
    descriptor,
    fields,
    list.data?.items ?? [],
    list.data?.total ?? 0,
  )
  const shown = columnsOf(descriptor, fields, omit)
  const add =
    props.action ??
    (descriptor.may.create && (
      <CommandButton icon={IconPlus} label={descriptor.label.new} onClick={() => setEdited('new')} />
    ))

  if (list.error && !list.data) {
    const message = isApiError(list.error) ? list.error.message : undefined
    return <ErrorState message={message} onRetry={() => void list.refetch()} />
  }
  if (!list.data) return <ListSkeleton rows={6} />
  const { items, total } = list.data
  return (
    <div className={classes.collection}>
      <div className={classes.head}>
        <p className={classes.purpose}>{purpose}</p>
        <span className={classes.tools}>
          {items.length > 0 && add}
          <MoreTools resource={resource} partOf={parent?.id} />
        </span>
      </div>
      {items.length === 0 ? (
        <EmptyState
          title={props.emptyTitle ?? `Ainda não há ${descriptor.label.many.toLowerCase()}`}
          action={add}
        />
      ) : (
        <CollectionTable
          descriptor={descriptor}
          columns={byHand ? shown.filter(({ name }) => name !== 'order') : shown}
          records={byHand?.records ?? items}
          byHand={byHand}
          pathOf={pathOf}
          onOpen={setEdited}
        />
      )}
      <ShowMore
        shown={items.length}
        total={total}
        isBusy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      {edited !== undefined && (
        <RecordDialog
          resource={resource}
          record={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          omit={byHand ? [...omit, 'order'] : omit}
          tail={
            props.tail &&
            ((form) => props.tail?.(form, edited === 'new' ? undefined : edited, () => setEdited(undefined)))
          }
          {...(parent && { parent })}
          {...(initial && { initial })}
          {...(edited !== 'new' &&
            descriptor.may.delete && {
              onDelete: () => void remove(edited).then((gone) => gone && setEdited(undefined)),
            })}
        />
      )}
    </div>
  )
}

/** Requests the largest pages: most collections have one. */
function collectionQuery(resource: string, params: ListParams) {
  return pageByPageQuery<StoredRecord>(keys.list(resource, params), (page, signal) =>
    api.list(resource, { ...params, page, limit: maxLimit }, signal),
  )
}

interface CollectionTableProps {
  descriptor: ResourceDescriptor
  columns: readonly FieldDescriptor[]
  records: readonly StoredRecord[]
  byHand: ManualOrder<StoredRecord, HTMLTableSectionElement> | undefined
  pathOf: RecordPath | undefined
  onOpen: (record: StoredRecord) => void
}

function CollectionTable({ descriptor, columns, records, byHand, pathOf, onOpen }: CollectionTableProps) {
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const cardColumns = columns.map((field) => ({
    id: field.name,
    label: field.label,
    cardLabel: undefined,
    field,
    Cell: undefined,
  }))
  // If the title column is not shown, the first column opens the record.
  const openingColumn = (columns.find(({ name }) => name === descriptor.title) ?? columns[0])?.name
  const open = (record: StoredRecord) => {
    if (pathOf) navigate(pathOf(record._id))
    else onOpen(record)
  }
  return (
    <div className={classes.scroller}>
      <table className={`${data.table} ${classes.table}`} aria-label={descriptor.label.many}>
        {!isPhone && (
          <thead>
            <tr>
              {byHand && (
                <th scope="col" className={classes.grip}>
                  <span className="visually-hidden">Ordem</span>
                </th>
              )}
              {columns.map((field) => (
                <th key={field.name} scope="col" data-align={faceOf(field).align}>
                  {field.label}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody ref={byHand?.listRef}>
          {records.map((record) => (
            <tr
              key={record._id}
              data-dragged={byHand?.draggedId === record._id || undefined}
              onClick={() => open(record)}
            >
              {byHand && <td className={classes.grip}>{byHand.handleOf(record)}</td>}
              {isPhone ? (
                <td className={classes.card}>
                  <Opening path={pathOf?.(record._id)} isTitle>
                    <DefaultCard record={record} columns={cardColumns} title={openingColumn ?? ''} isWhole />
                  </Opening>
                </td>
              ) : (
                columns.map((field) => (
                  <td
                    key={field.name}
                    className={isDigits({ field, align: faceOf(field).align }) ? 'tabular' : undefined}
                    data-align={faceOf(field).align}
                  >
                    <Opening path={pathOf?.(record._id)} isTitle={field.name === openingColumn}>
                      <CollectionCell field={field} record={record} />
                    </Opening>
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface OpeningProps {
  path: string | undefined
  isTitle: boolean
  children: ReactNode
}

/** Button or link that opens the record, for keyboard and screen readers; the row itself is clickable. */
function Opening({ path, isTitle, children }: OpeningProps) {
  if (!isTitle) return children
  if (path === undefined) {
    return (
      <button type="button" className={classes.open}>
        {children}
      </button>
    )
  }
  return (
    <AppLink to={path} className={classes.open} onClick={(event) => event.stopPropagation()}>
      {children}
    </AppLink>
  )
}

function CollectionCell({ field, record }: { field: FieldDescriptor; record: StoredRecord }) {
  return <FieldCell field={field} value={record[field.name]} record={record} />
}

/** The listed fields, the title first. */
function columnsOf({ title }: ResourceDescriptor, fields: FieldMap, omit: readonly string[]) {
  const listed = Object.values(fields).filter(
    (field) => field.listed && !field.hidden && !omit.includes(field.name),
  )
  return [...listed.filter(({ name }) => name === title), ...listed.filter(({ name }) => name !== title)]
}
