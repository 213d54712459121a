import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { type Answer, api, dataOf, isTimedOut } from '../../api/client.ts'
import { toastDone } from '../../resource/toast-done.ts'
import { toastError } from '../../resource/toast-error.ts'

export type MessageSelection =
  | { ids: string[] }
  | { batchId: string }
  | { bulkActionId: string }
  | { all: true }

/** Releases or discards held messages and shows how many in a toast. Returns whether it succeeded. */
export async function decideHeld(
  decision: 'release' | 'discard',
  selection: MessageSelection,
): Promise<boolean> {
  try {
    const answer = await api.act<Answer<{ count: number }>>(`messages/${decision}`, selection)
    if (isTimedOut(answer)) return false
    const done = dataOf(answer)
    toastDone(done, outcome(decision, done.count), { sends: true })
    return true
  } catch (error) {
    toastError(error)
    return false
  }
}

function outcome(decision: 'release' | 'discard', count: number): string {
  if (count === 0) return 'Nenhuma das escolhidas estava retida.'
  const many = messageCountText(count)
  return decision === 'release' ? `${many} a caminho.` : `${many} sem efeito.`
}

/** `1 mensagem`, `1 234 mensagens`. */
export function messageCountText(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'mensagem' : 'mensagens'}`
}
