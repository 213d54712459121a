import { restorableDays } from '@agremia/resources/restorable-days.ts'
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { isApiError } from '../api/client.ts'
import { organisationTimeZone } from '../fields/organisation-clock.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/message-state.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { type DeletedFilter, deletedQuery, type DeletedRecord, restore } from './deletions.tsx'
import classes from './deleted-dialog.module.css'

interface DeletedDialogProps extends DeletedFilter {
  /** What the records are called: `Eliminados`. */
  label: string
  onClose: () => void
}

/** Records that can still be restored, each with a button. */
export default function DeletedDialog({ label, onClose, ...query }: DeletedDialogProps) {
  return (
    <Dialog title={`${label} nos últimos ${restorableDays} dias`} width="26rem" onClose={onClose}>
      <div className={classes.body}>
        <DeletedList {...query} />
      </div>
    </Dialog>
  )
}

function DeletedList(query: DeletedFilter) {
  const deleted = useInfiniteQuery(deletedQuery(query))
  if (deleted.error && !deleted.data) {
    const message = isApiError(deleted.error) ? deleted.error.message : undefined
    return <ErrorState message={message} onRetry={() => void deleted.refetch()} />
  }
  if (!deleted.data) return <Skeleton h="8rem" />
  const { items, total } = deleted.data
  return (
    <>
      {total === 0 ? (
        <p className="note">Não há nada para recuperar.</p>
      ) : (
        <ul className={classes.records}>
          {items.map((record) => (
            <Deleted key={record._id} resource={query.resource} record={record} />
          ))}
        </ul>
      )}
      <ShowMore
        shown={items.length}
        total={total}
        isBusy={deleted.isFetchingNextPage}
        onMore={() => void deleted.fetchNextPage()}
      />
    </>
  )
}

function Deleted({ resource, record }: { resource: string; record: DeletedRecord }) {
  const name = record.title === '' ? 'Sem nome' : record.title
  return (
    <li className={classes.record}>
      <div className={classes.what}>
        <strong>{name}</strong>
        <p className="note">
          {record.userName}, {formatDateTime(record._created_at, organisationTimeZone())}
        </p>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={`Recuperar ${name}`}
        onClick={() => void restore({ eventId: record._id, resource, recordId: record.recordId })}
      >
        Recuperar
      </Button>
    </li>
  )
}
