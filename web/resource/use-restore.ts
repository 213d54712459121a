import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api, isApiError, isTimedOut } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { toast } from '../ui/toasts.tsx'
import { deletedPath, type DeletedRecord } from './deletions.ts'

interface Deletion {
  resource: string
  recordId: string
  /** Id of the deletion event; looked up when absent. */
  eventId?: string
}

/** Returns a function that restores a deleted record and shows the result in a toast. */
export function useRestore(): (deletion: Deletion) => Promise<void> {
  const client = useQueryClient()
  return (deletion) => restore(client, deletion)
}

async function restore(client: QueryClient, deletion: Deletion): Promise<void> {
  const { resource, recordId } = deletion
  try {
    const eventId = deletion.eventId ?? (await findEventId(deletion))
    if (eventId === undefined || isTimedOut(await api.act(`audit_events/${eventId}/restore`))) return
    toast('Recuperado com sucesso.')
  } catch (error) {
    toast(isApiError(error) ? error.message : 'Não foi possível recuperar.', { tone: 'error' })
  }
  void client.invalidateQueries({ queryKey: keys.lists(resource) })
  void client.invalidateQueries({ queryKey: keys.record(resource, recordId) })
}

async function findEventId({ resource, recordId }: Deletion): Promise<string | undefined> {
  const found = await api.get<{ data: DeletedRecord[] }>(deletedPath({ resource, recordId }))
  return isTimedOut(found) ? undefined : found.data[0]?._id
}
