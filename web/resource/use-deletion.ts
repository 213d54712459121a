import { useQueryClient } from '@tanstack/react-query'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { api, isApiError, isTimedOut, type StoredRecord } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { confirmDialog } from '../ui/confirm-dialog.ts'
import { toast } from '../ui/toast.ts'
import { useMayRestore } from './deletions.ts'
import { useRestore } from './use-restore.ts'

/** Deletes a record after asking once, and offers to bring it back. Answers whether it is gone. */
export function useDeletion(descriptor: ResourceDescriptor): (record: StoredRecord) => Promise<boolean> {
  const client = useQueryClient()
  const mayRestore = useMayRestore(descriptor.name)
  const restore = useRestore()
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

function nameOf(record: StoredRecord, { title, label }: ResourceDescriptor): string {
  const name = record[title]
  return typeof name === 'string' && name !== '' ? `«${name}»` : label.one.toLowerCase()
}
