import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'

export interface Held {
  count: number
  /** ISO 8601; null when nothing is held. */
  oldest: string | null
}

/** The number of held messages. Its key begins like the lists of messages, so that changes of messages invalidate it. */
export const heldQuery = queryOptions({
  queryKey: [...keys.lists('messages'), 'held'],
  queryFn: async () => requireAnswer(await api.get<{ data: Held }>('messages/held')).data,
})
