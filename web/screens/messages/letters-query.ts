import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import type { Held } from './held-query.ts'

/** The letters that wait for a printer. Kept among the lists, so that news of messages refresh it. */
export const lettersQuery = queryOptions({
  queryKey: [...keys.lists('messages'), 'letters'],
  queryFn: async () => answered(await api.get<{ data: Held }>('messages/letters')).data,
})
