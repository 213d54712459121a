import { useQueryClient } from '@tanstack/react-query'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { isApiError, type StoredRecord } from '../../api/client.ts'
import { keepAnswer, keys } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'

/** Does an action on an application and refreshes what is on screen; throws what the server refused. */
export function useRunDecision(record: StoredRecord) {
  const client = useQueryClient()
  return async (action: string, input: Values): Promise<StoredRecord | undefined> => {
    const changed = await runAction('memberApplications', record._id, action, input)
    if (!changed) return undefined
    keepAnswer(client, 'memberApplications', changed)
    void client.invalidateQueries({ queryKey: keys.record('memberApplications', record._id) })
    return changed
  }
}

/** Does at once an action that needs to know nothing; what is taken back is asked before. */
export function useDecision(record: StoredRecord) {
  const run = useRunDecision(record)
  return async ({ name, label }: ActionDescriptor): Promise<void> => {
    if (name === 'reopen' && !(await isSureToReopen(record, label))) return
    try {
      if (await run(name, {})) toast(doneWords[name] ?? 'Feito.')
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível concluir o pedido.', { tone: 'error' })
    }
  }
}

function isSureToReopen(record: StoredRecord, label: string): Promise<boolean> {
  return confirmDialog({
    title: `Reabrir a candidatura de ${String(record.name)}?`,
    message: 'Volta a «Em análise». O que foi decidido fica só no histórico.',
    confirmLabel: label,
  })
}

/** What was done, said in passing. */
export const doneWords: Record<string, string> = {
  submit: 'Candidatura submetida.',
  takeForReview: 'Em análise, a seu cargo.',
  requestInformation: 'Pedido de informação registado.',
  refuse: 'Candidatura recusada.',
  withdraw: 'Desistência registada.',
  markDuplicate: 'Marcada como duplicada.',
  reopen: 'Candidatura reaberta.',
  sendVerification: 'Foi enviada nova ligação.',
  accept: 'Candidatura aceite.',
}
