import { createElement } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { api, isApiError, isTimedOut, type StoredRecord } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { recordPath } from '../api/resource-paths.ts'
import { confirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { DeletionWords, type DeletionPreview } from './deletion-words.tsx'
import { useMayRestore } from './deletions.ts'
import { useRestore } from './use-restore.ts'

/** Alternative for a record that cannot be deleted. */
export interface Instead {
  label: string
  run: () => void
}

interface DeletionSetup {
  instead?: Instead | undefined
  /** A further consequence, shown in the question. */
  consequence?: ((record: StoredRecord) => string | undefined) | undefined
}

/**
 * Returns a function that deletes a record after a question, and offers undo. The question lists what else is
 * deleted; if the record cannot be deleted, it says why and offers `instead`. Resolves to whether the record
 * was deleted.
 */
export function useDeletion(
  descriptor: ResourceDescriptor,
  { instead, consequence }: DeletionSetup = {},
): (record: StoredRecord) => Promise<boolean> {
  const client = useQueryClient()
  const mayRestore = useMayRestore(descriptor.name)
  const restore = useRestore()

  async function confirm(record: StoredRecord): Promise<boolean> {
    const name = nameOf(record, descriptor)
    const answer = await api.get<{ data: DeletionPreview }>(
      `${recordPath(descriptor.name, record._id)}/deletion`,
    )
    if (isTimedOut(answer)) return false
    const { refusal, also } = answer.data
    if (refusal === null)
      return confirmDialog({
        title: `Eliminar ${name}?`,
        message: createElement(DeletionWords, { also, mayRestore, consequence: consequence?.(record) }),
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
      toast(isApiError(error) ? error.message : 'Não foi possível eliminar.', { tone: 'error' })
      return false
    }
    void client.invalidateQueries({ queryKey: keys.lists(descriptor.name) })
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
