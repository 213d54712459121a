import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { FieldDescriptor, FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { isApiError, type Parent, type StoredRecord } from '../api/client.ts'
import { listQuery, useFields, useResource } from '../api/queries.ts'
import { faceOf, type Values } from '../fields/index.ts'
import { AppLink } from '../ui/app-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatCount } from '../ui/format-count.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { DeletedTool } from './deleted-tool.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { useDeletion } from './use-deletion.ts'
import classes from './record-collection.module.css'

export interface RecordCollectionProps {
  resource: string
  /** Only what belongs to this record. */
  parent?: Parent
  initial?: Values
  /** Columns by field name; those listed by default when absent. */
  columns?: readonly string[]
  omit?: readonly string[]
  /** What these are for. */
  purpose?: string
  /** Where a record is opened, when it has an address of its own. */
  pathOf?: (id: string) => string
  /** What can be done here, where it is another than creating a record. */
  action?: ReactNode
}

/** A short list that is kept whole on the page, and edited in dialogs: look-ups, and what belongs to a record. */
export function RecordCollection(props: RecordCollectionProps) {
  const descriptor = useResource(props.resource)
  const fields = useFields(props.resource)
  if (!descriptor || !fields) return <ListSkeleton rows={6} />
  return <ExplainedCollection {...props} descriptor={descriptor} fields={fields} />
}

interface ExplainedCollectionProps extends RecordCollectionProps {
  descriptor: ResourceDescriptor
  fields: FieldMap
}

type Edited = StoredRecord | 'new' | undefined

function ExplainedCollection({ descriptor, fields, ...props }: ExplainedCollectionProps) {
  const { resource, parent, initial, omit = [], purpose, pathOf } = props
  const [edited, setEdited] = useState<Edited>()
  const list = useQuery(listQuery(resource, { limit: 500, sort: descriptor.sort, ...(parent && { parent }) }))
  const remove = useDeletion(descriptor)
  const shown = columnsOf(fields, props.columns, omit)
  const add =
    props.action ??
    (descriptor.may.create && (
      <Button
        variant="default"
        leftSection={<IconPlus size="1.125rem" stroke={1.5} />}
        onClick={() => setEdited('new')}
      >
        {descriptor.label.new}
      </Button>
    ))

  if (list.error) {
    const message = isApiError(list.error) ? list.error.message : undefined
    return <ErrorState message={message} onRetry={() => void list.refetch()} />
  }
  if (!list.data) return <ListSkeleton rows={6} />
  return (
    <div className={classes.collection}>
      <div className={classes.head}>
        <p className={classes.purpose}>{purpose}</p>
        <DeletedTool resource={resource} partOf={parent?.id} />
        {list.data.data.length > 0 && add}
      </div>
      {list.data.data.length === 0 ? (
        <EmptyState title={`Ainda não há ${descriptor.label.many.toLowerCase()}`} action={add} />
      ) : (
        <CollectionTable
          descriptor={descriptor}
          columns={shown}
          records={list.data.data}
          pathOf={pathOf}
          onOpen={setEdited}
        />
      )}
      {list.data.meta.total > list.data.data.length && (
        <p className={classes.rest}>
          São as primeiras {formatCount(list.data.data.length)} linhas, de {formatCount(list.data.meta.total)}
          .
        </p>
      )}
      {edited !== undefined && (
        <RecordDialog
          resource={resource}
          record={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          omit={omit}
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

interface CollectionTableProps {
  descriptor: ResourceDescriptor
  columns: readonly FieldDescriptor[]
  records: readonly StoredRecord[]
  pathOf: ((id: string) => string) | undefined
  onOpen: (record: StoredRecord) => void
}

function CollectionTable({ descriptor, columns, records, pathOf, onOpen }: CollectionTableProps) {
  const navigate = useNavigate()
  // Where the title is the same for all it is not shown, and the first column opens.
  const opening = (columns.find(({ name }) => name === descriptor.title) ?? columns[0])?.name
  const open = (record: StoredRecord) => {
    if (pathOf) void navigate(pathOf(record._id))
    else onOpen(record)
  }
  return (
    <div className={classes.scroller}>
      <table className={classes.table} aria-label={descriptor.label.many}>
        <thead>
          <tr>
            {columns.map((field) => (
              <th key={field.name} scope="col" data-align={faceOf(field).align}>
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record._id} onClick={() => open(record)}>
              {columns.map((field) => (
                <td key={field.name} data-align={faceOf(field).align}>
                  <Opening path={pathOf?.(record._id)} isTitle={field.name === opening}>
                    <CollectionCell field={field} record={record} />
                  </Opening>
                </td>
              ))}
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

/** What names the record is what opens it, for those who do not press the row. */
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
  const { Cell } = faceOf(field)
  return <Cell field={field} value={record[field.name]} record={record} />
}

function columnsOf(fields: FieldMap, named: readonly string[] | undefined, omit: readonly string[]) {
  if (named) return named.flatMap((name) => fields[name] ?? [])
  return Object.values(fields).filter((field) => field.listed && !field.hidden && !omit.includes(field.name))
}
