import { restorableDays } from '@agremia/resources/restorable-days.ts'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, isTimedOut, type RecordFor, type StoredRecord } from '../api/client.ts'
import { keys, useMayRestore } from '../api/queries.ts'
import { pageByPageQuery, type ListPart } from '../api/query-client.ts'
import { confirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { toastError } from './toast-error.ts'

/** Alternative for a record that cannot be deleted. */
export interface Instead {
  label: string
  run: () => void
}

interface DeletionSetup<Name extends string> {
  instead?: Instead | undefined
  /** A further consequence, shown in the question. */
  consequence?: ((record: RecordFor<Name>) => string | undefined) | undefined
}

/**
 * Returns a function that deletes a record after a question, and offers undo. The question lists what else is
 * deleted; if the record cannot be deleted, it says why and offers `instead`. Resolves to whether the record
 * was deleted.
 */
export function useDeletion<Name extends string = string>(
  descriptor: ResourceDescriptor,
  { instead, consequence }: DeletionSetup<Name> = {},
): (record: RecordFor<Name>) => Promise<boolean> {
  const mayRestore = useMayRestore(descriptor.name)

  async function confirm(record: RecordFor<Name>): Promise<boolean> {
    const name = nameOf(record, descriptor)
    const answer = await api.get<{ data: DeletionPreview }>(
      `${recordPath(descriptor.name, record._id)}/deletion`,
    )
    if (isTimedOut(answer)) return false
    const { refusal, also } = answer.data
    if (refusal === null)
      return confirmDialog({
        title: `Eliminar ${name}?`,
        message: (
          <DeletionConsequences also={also} mayRestore={mayRestore} consequence={consequence?.(record)} />
        ),
        confirmLabel: 'Eliminar',
        kind: 'delete',
      })
    const choseInstead = await confirmDialog({
      title: `${name} não pode ser ${participle(descriptor)}`,
      message: refusal,
      confirmLabel: instead?.label,
      cancelLabel: 'Fechar',
    })
    if (choseInstead) instead?.run()
    return false
  }

  return async (record) => {
    try {
      if (!(await confirm(record)) || isTimedOut(await api.remove(descriptor.name, record))) return false
    } catch (error) {
      toastError(error, 'Não foi possível eliminar.')
      return false
    }
    toast(`${nameOf(record, descriptor)}: ${participle(descriptor)}.`, {
      actions: mayRestore
        ? [
            {
              label: 'Anular',
              run: () => void restore({ resource: descriptor.name, recordId: record._id }),
            },
          ]
        : [],
    })
    return true
  }
}

function participle({ label }: ResourceDescriptor): string {
  return label.gender === 'f' ? 'eliminada' : 'eliminado'
}

function nameOf(record: StoredRecord, { title, label }: ResourceDescriptor): string {
  const name = record[title]
  return typeof name === 'string' && name !== '' ? `«${name}»` : label.one.toLowerCase()
}

/** Answer of `GET {resource}/:id/deletion`. */
interface DeletionPreview {
  /** Why the record cannot be deleted. */
  refusal: string | null
  /** Labels of the records deleted with it. */
  also: string[]
}

interface DeletionConsequencesProps extends Pick<DeletionPreview, 'also'> {
  mayRestore: boolean
  consequence: string | undefined
}

/** The consequences of a deletion, shown in the question. */
function DeletionConsequences({ also, mayRestore, consequence }: DeletionConsequencesProps) {
  return (
    <>
      {also.length > 0 && (
        <>
          <p>Também se elimina:</p>
          <ul>
            {also.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {consequence !== undefined && <p>{consequence}</p>}
      <p>
        {mayRestore
          ? `Durante ${restorableDays} dias é possível recuperar.`
          : `Durante ${restorableDays} dias, a secretaria pode recuperar.`}
      </p>
    </>
  )
}

interface Deletion {
  resource: string
  recordId: string
  /** Id of the deletion event; looked up when absent. */
  eventId?: string
}

/** Restores a deleted record and shows the result in a toast. */
export async function restore(deletion: Deletion): Promise<void> {
  try {
    const eventId = deletion.eventId ?? (await findEventId(deletion))
    if (eventId === undefined || isTimedOut(await api.act(`audit_events/${eventId}/restore`))) return
    toast('Recuperado com sucesso.')
  } catch (error) {
    toastError(error, 'Não foi possível recuperar.')
  }
}

async function findEventId({ resource, recordId }: Deletion): Promise<string | undefined> {
  const found = await api.get<{ data: DeletedRecord[] }>(deletedPath({ resource, recordId }))
  return isTimedOut(found) ? undefined : found.data[0]?._id
}

/** A deleted record that can be restored. */
export interface DeletedRecord {
  _id: string
  _created_at: string
  userName: string
  recordId: string
  /** Its name at deletion. */
  title: string
}

export interface DeletedFilter {
  resource: string
  /** Only children of this record. */
  partOf?: string | undefined
  /** Only this record. */
  recordId?: string
}

/** API path of a resource's deleted records, newest first. */
function deletedPath({ resource, partOf, recordId }: DeletedFilter): string {
  const params = new URLSearchParams({ _resource: toSnakeCase(resource) })
  if (partOf !== undefined) params.set('_partOf', partOf)
  if (recordId !== undefined) params.set('_recordId', recordId)
  return `audit_events?${params.toString()}`
}

/** Query of a resource's deleted records; invalidated with its lists. */
export function deletedQuery(of: DeletedFilter) {
  const path = deletedPath(of)
  return pageByPageQuery<DeletedRecord>([...keys.lists(of.resource), 'deleted', path], (page, signal) =>
    api.get<ListPart<DeletedRecord>>(`${path}&_page=${page}`, signal),
  )
}
