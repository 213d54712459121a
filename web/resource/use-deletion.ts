import { createElement } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { api, isApiError, isTimedOut, type StoredRecord } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { recordPath } from '../api/resource-path.ts'
import { confirmDialog } from '../ui/confirm-dialog.ts'
import { toast } from '../ui/toast.ts'
import { DeletionWords, type ForeseenDeletion } from './deletion-words.tsx'
import { useMayRestore } from './deletions.ts'
import { useRestore } from './use-restore.ts'

/** What can be done with a record that cannot be deleted. */
export interface Instead {
  label: string
  run: () => void
}

interface DeletionSetup {
  instead?: Instead | undefined
  /** What else follows, for what stays. */
  consequence?: ((record: StoredRecord) => string | undefined) | undefined
}

/**
 * Deletes a record after asking once, and offers to bring it back. The question says what goes along and what else follows;
 * where something stands in the way, it says so beforehand, and what to do `instead`. Answers whether the record is gone.
 */
export function useDeletion(
  descriptor: ResourceDescriptor,
  { instead, consequence }: DeletionSetup = {},
): (record: StoredRecord) => Promise<boolean> {
  const client = useQueryClient()
  const mayRestore = useMayRestore(descriptor.name)
  const restore = useRestore()

  async function ask(record: StoredRecord): Promise<boolean> {
    const name = nameOf(record, descriptor)
    const answer = await api.get<{ data: ForeseenDeletion }>(
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
    const doesInstead = await confirmDialog({
      title: `${name} não pode ser ${participle(descriptor)}`,
      message: refusal,
      confirmLabel: instead?.label,
      cancelLabel: 'Fechar',
    })
    if (doesInstead) instead?.run()
    return false
  }

  return async (record) => {
    try {
      if (!(await ask(record)) || isTimedOut(await api.remove(descriptor.name, record))) return false
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
