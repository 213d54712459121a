import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { api, isApiError, isTimedOut, type StoredRecord } from '../api/client.ts'
import { keys, useMay } from '../api/queries.ts'
import { confirmDialog } from '../ui/confirm-dialog.ts'
import { toast } from '../ui/toast.ts'

/** Deletes a record after asking once, and offers to bring it back. Answers whether it is gone. */
export function useDeletion(descriptor: ResourceDescriptor): (record: StoredRecord) => Promise<boolean> {
  const client = useQueryClient()
  const mayRestore = useMay('auditEvents').list && descriptor.may.create
  return async (record) => {
    const name = nameOf(record, descriptor)
    const sure = await confirmDialog({
      title: `Eliminar ${name}?`,
      message: mayRestore
        ? 'Durante 30 dias é possível recuperar.'
        : 'Durante 30 dias, a secretaria pode recuperar.',
      confirmLabel: 'Eliminar',
      kind: 'delete',
    })
    if (!sure) return false
    try {
      if (isTimedOut(await api.remove(descriptor.name, record))) return false
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível eliminar.', { tone: 'error' })
      return false
    }
    void client.invalidateQueries({ queryKey: keys.lists(descriptor.name) })
    toast(`${name}: ${descriptor.label.gender === 'f' ? 'eliminada' : 'eliminado'}.`, {
      actions: mayRestore ? [{ label: 'Anular', run: () => void restore(client, descriptor, record) }] : [],
    })
    return true
  }
}

/** Brings back what was deleted, from its own history. */
async function restore(
  client: QueryClient,
  descriptor: ResourceDescriptor,
  record: StoredRecord,
): Promise<void> {
  try {
    const history = await api.get<{ data: { _id: string; action: string }[] }>(
      `${recordPath(descriptor.name, record._id)}/audit_events`,
    )
    const deletion = isTimedOut(history) ? undefined : history.data.find(({ action }) => action === 'deleted')
    if (!deletion) return
    await api.post(`audit_events/${deletion._id}/restore`)
    void client.invalidateQueries({ queryKey: keys.lists(descriptor.name) })
    toast('Recuperado com sucesso.')
  } catch (error) {
    toast(isApiError(error) ? error.message : 'Não foi possível recuperar.', { tone: 'error' })
  }
}

function nameOf(record: StoredRecord, { title, label }: ResourceDescriptor): string {
  const name = record[title]
  return typeof name === 'string' && name !== '' ? `«${name}»` : label.one.toLowerCase()
}
