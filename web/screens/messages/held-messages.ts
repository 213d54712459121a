import type { QueryClient } from '@tanstack/react-query'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { toast } from '../../ui/toasts.tsx'
import { manyMessages } from './many-messages.ts'

export type Which = { ids: string[] } | { batchId: string } | { all: true }

/** Lets held messages leave, or gives them up for good, and says how many. Answers whether it was done. */
export async function settleHeld(
  client: QueryClient,
  deed: 'release' | 'discard',
  which: Which,
): Promise<boolean> {
  try {
    const answer = await api.act<{ data: { count: number } }>(`messages/${deed}`, which)
    if (isTimedOut(answer)) return false
    void client.invalidateQueries({ queryKey: keys.lists('messages') })
    void client.invalidateQueries({ queryKey: keys.records('messages') })
    void client.invalidateQueries({ queryKey: keys.records('messageBatches') })
    toast(outcome(deed, answer.data.count))
    return true
  } catch (error) {
    toast(isApiError(error) ? error.message : 'Não foi possível concluir o pedido.', { tone: 'error' })
    return false
  }
}

function outcome(deed: 'release' | 'discard', count: number): string {
  if (count === 0) return 'Nenhuma das escolhidas estava retida.'
  const many = manyMessages(count)
  return deed === 'release' ? `${many} a caminho.` : `${many} sem efeito.`
}
