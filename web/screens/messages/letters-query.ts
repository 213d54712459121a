import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import type { Held } from './held-query.ts'

/** The number of letters to be printed. Its key begins like the lists of messages, so that changes of messages invalidate it. */
export const lettersQuery = queryOptions({
  queryKey: [...keys.lists('messages'), 'letters'],
  queryFn: async () => answered(await api.get<{ data: Held }>('messages/letters')).data,
})
