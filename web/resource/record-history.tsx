import type { ActionIcon } from '@agremia/resources/action.ts'
import type { AuditChange } from '@agremia/resources/audit-change.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { Button, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, isApiError, isTimedOut, type StoredRecord } from '../api/client.ts'
import { cacheRecord, keys, refreshSettings, useMayRestore } from '../api/queries.ts'
import { pageByPageQuery, type ListPart } from '../api/query-client.ts'
import { RelativeMoment } from '../fields/relative-moment.tsx'
import { EmptyState, ErrorState } from '../ui/message-state.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { toast } from '../ui/toasts.tsx'
import { deletedQuery, restore } from './deletions.tsx'
import { toastError } from './toast-error.ts'
import { historyActionOf } from './history-actions.ts'
import closedHistoryClasses from './closed-history.module.css'
import goneRecordClasses from './gone-record.module.css'
import classes from './record-history.module.css'

export interface AuditEvent {
  _id: string
  _created_at: string
  recordId: string
  userName: string
  action: string
  /** Verb of an action of the resource, in the past; null for other events. */
  verb: string | null
  icon?: ActionIcon | null
  /** The event deleted the record, which can be restored. */
  restorable: boolean
  /** Old and new values as text. */
  changes: AuditChange[]
}

interface RecordHistoryProps {
  resource: string
  /** Id or name of the record. */
  id: string
  /** Other records of the resource, in the same history. */
  others?: readonly string[]
  /** A value was restored. */
  onReverted?: (() => void) | undefined
}

/** The history of a record, newest first. */
export function RecordHistory({ resource, id, others = [], onReverted }: RecordHistoryProps) {
  const revert = useRevert()
  const history = useInfiniteQuery(historyQuery(resource, id, others))
  if (history.error && !history.data) {
    return (
      <ErrorState
        title="Não foi possível carregar o histórico"
        message={isApiError(history.error) ? history.error.message : undefined}
        onRetry={() => void history.refetch()}
      />
    )
  }
  if (!history.data) return <HistorySkeleton />
  const { items, total } = history.data
  if (total === 0) return <EmptyState title="Sem alterações registadas">As próximas ficam aqui.</EmptyState>
  return (
    <div>
      <ol className={classes.events} aria-label="Histórico">
        {items.map((event) => (
          <HistoryEvent
            key={event._id}
            event={event}
            readAt={history.dataUpdatedAt}
            onRevert={async (change) => {
              if (await revert({ resource, id: event.recordId }, change)) onReverted?.()
            }}
            onRestore={() => void restore({ eventId: event._id, resource, recordId: id })}
          />
        ))}
      </ol>
      <ShowMore
        shown={items.length}
        total={total}
        isBusy={history.isFetchingNextPage}
        onMore={() => void history.fetchNextPage()}
      />
    </div>
  )
}

function historyQuery(resource: string, id: string, others: readonly string[]) {
  const query = others.length > 0 ? `&_with=${others.join(',')}` : ''
  const key = [...keys.record(resource, id), 'history', ...others]
  return pageByPageQuery<AuditEvent>(key, (page, signal) =>
    api.get<ListPart<AuditEvent>>(`${recordPath(resource, id)}/audit_events?_page=${page}${query}`, signal),
  )
}

interface HistoryEventProps {
  event: Omit<AuditEvent, 'recordId'>
  /** How often it happened one after the other, when it stands for several. */
  count?: number
  /** When the events were read, in milliseconds. */
  readAt: number
  /** The record of the event, shown after the verb; for lists of several records. */
  about?: ReactNode
  onRestore?: () => void
  onRevert?: Revert | undefined
}

type Revert = (change: AuditChange) => Promise<unknown>

export function HistoryEvent({ event, count = 1, readAt, about, onRestore, onRevert }: HistoryEventProps) {
  const { verb, Icon } = historyActionOf(event)
  return (
    <li className={classes.event}>
      <span className={classes.icon}>
        <Icon size="1rem" stroke={1.75} aria-hidden />
      </span>
      <div className={classes.what}>
        <p>
          <strong>{event.userName}</strong> {verb}
          {count > 1 && ` ${count} vezes`}
          {about !== undefined && <> {about}</>}
          <span className={classes.when}>
            {' · '}
            <RelativeMoment at={event._created_at} readAt={readAt} />
          </span>
        </p>
        {event.restorable && onRestore && (
          <Button size="xs" variant="default" className={classes.restore} onClick={onRestore}>
            Recuperar
          </Button>
        )}
        <HistoryChanges changes={event.changes} onRevert={onRevert} />
      </div>
    </li>
  )
}

/** A record whose field is set to a former value. */
interface RevertedRecord {
  resource: string
  id: string
}

/** Returns a function that sets a field of a record to its former value. Resolves to whether it did. */
export function useRevert(): (record: RevertedRecord, change: AuditChange) => Promise<boolean> {
  const client = useQueryClient()
  return async ({ resource, id }, { field, label, was }) => {
    const version = client.getQueryData<StoredRecord | null>(keys.record(resource, id))?._version
    try {
      const values = { [field]: was, ...(version !== undefined && { _version: version }) }
      const changed = await api.modify(resource, id, values)
      if (isTimedOut(changed)) return false
      cacheRecord(client, resource, changed)
      if (resource === 'settings') void refreshSettings(client)
      toast(`${label}: valor anterior reposto.`)
      return true
    } catch (error) {
      const errors = isApiError(error) ? (error.errors ?? {}) : {}
      // Another field has the error when the change needs the own password.
      const problem = (errors[field] ?? Object.values(errors)[0])?.join(' ')
      if (problem === undefined) toastError(error)
      else toast(`${label}: ${problem}`, { tone: 'error' })
      return false
    }
  }
}

interface HistoryChangesProps {
  changes: readonly AuditChange[]
  onRevert?: Revert | undefined
}

/** Old and new values of the changed fields. */
export function HistoryChanges({ changes, onRevert }: HistoryChangesProps) {
  if (changes.length === 0) return null
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <div key={change.field} className={classes.change}>
          <dt>{change.label}</dt>
          <dd>
            <HistoryChange from={change.from} to={change.to} />
            {onRevert && 'was' in change && (
              <Button
                size="compact-xs"
                variant="subtle"
                className={classes.revert}
                aria-label={`Repor ${change.label}: ${change.from || 'sem valor'}`}
                onClick={() => void onRevert(change)}
              >
                Repor
              </Button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function HistoryChange({ from, to }: { from: string | null; to: string | null }) {
  return (
    <>
      {from && <del>{from}</del>}
      {from && to && <span aria-hidden> → </span>}
      {to ? <ins>{to}</ins> : <span className={classes.when}>{from ? ' retirado' : 'sem valor'}</span>}
    </>
  )
}

export function HistorySkeleton() {
  return (
    <Stack gap="md" maw="40rem" aria-hidden>
      {[60, 45, 70, 50].map((width) => (
        <Skeleton key={width} h="1.5rem" w={`${width}%`} />
      ))}
    </Stack>
  )
}

/** A history in a closed `<details>`; requested when opened. */
export function ClosedHistory(props: RecordHistoryProps) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details className={closedHistoryClasses.history} onToggle={() => setWasOpened(true)}>
      <summary>Histórico das alterações</summary>
      {wasOpened && <RecordHistory {...props} />}
    </details>
  )
}

/** History of a recently deleted record, with a restore button. */
export function DeletedRecordHistory({ resource, id }: { resource: string; id: string | undefined }) {
  const mayRestore = useMayRestore(resource)
  return mayRestore && id !== undefined && isId(id) ? <GoneHistory resource={resource} id={id} /> : null
}

function GoneHistory({ resource, id }: { resource: string; id: string }) {
  const deleted = useInfiniteQuery(deletedQuery({ resource, recordId: id })).data
  if (deleted === undefined || deleted.total === 0) return null
  return (
    <section className={goneRecordClasses.gone} aria-labelledby="historico-do-eliminado">
      <h2 id="historico-do-eliminado" className={goneRecordClasses.title}>
        Ainda se pode recuperar
      </h2>
      <RecordHistory resource={resource} id={id} />
    </section>
  )
}
