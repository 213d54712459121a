import { useQueryClient } from '@tanstack/react-query'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { isApiError, type StoredRecord } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { keys } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { toast } from '../../ui/toast.ts'

/** Runs an action and updates the cache. Returns undefined on a timeout; throws the server's `ApiError`. */
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

/** Runs an action without fields at once, and shows the result as a toast. Reopening asks for confirmation. */
export function useDecision(record: StoredRecord) {
  const run = useRunDecision(record)
  return async ({ name, label }: ActionDescriptor): Promise<void> => {
    if (name === 'reopen' && !(await confirmReopening(record, label))) return
    try {
      if (await run(name, {})) toast(doneMessages[name] ?? 'Feito.')
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível concluir o pedido.', { tone: 'error' })
    }
  }
}

function confirmReopening(record: StoredRecord, label: string): Promise<boolean> {
  return confirmDialog({
    title: `Reabrir a candidatura de ${String(record.name)}?`,
    message: 'Volta a «Em análise». O que foi decidido fica só no histórico.',
    confirmLabel: label,
  })
}

export const doneMessages: Record<string, string> = {
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
