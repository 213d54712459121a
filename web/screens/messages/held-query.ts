import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'

export interface Held {
  count: number
  /** ISO 8601; null when nothing is held. */
  oldest: string | null
}

/** What waits for somebody to say that it may leave. Kept among the lists, so that news of messages refresh it. */
export const heldQuery = queryOptions({
  queryKey: [...keys.lists('messages'), 'held'],
  queryFn: async () => answered(await api.get<{ data: Held }>('messages/held')).data,
})
