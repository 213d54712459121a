import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { api } from './client.ts'
import { requireAnswer } from './query-client.ts'

/** The query of the data that `GET path` answers. */
export function dataQuery<Data>(queryKey: QueryKey, path: string) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => requireAnswer(await api.get<{ data: Data }>(path, signal)).data,
  })
}
