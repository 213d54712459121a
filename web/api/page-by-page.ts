import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { TimedOut } from './timed-out.ts'
import { answered } from './query-client.ts'

/** One page of a longer list. */
export interface Part<Item> {
  data: Item[]
  meta: { total: number; page: number; limit: number }
}

/** Query of a list that grows by a page on each `fetchNextPage`; its data is one flat list. */
export function pageByPageQuery<Item>(
  queryKey: QueryKey,
  readPage: (page: number, signal: AbortSignal) => Promise<Part<Item> | TimedOut>,
) {
  return infiniteQueryOptions({
    queryKey: [...queryKey, 'page by page'],
    queryFn: async ({ pageParam, signal }) => answered(await readPage(pageParam, signal)),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { page, limit, total } }) => (page * limit < total ? page + 1 : undefined),
    select: ({ pages }) => ({
      items: pages.flatMap(({ data }) => data),
      total: pages.at(-1)?.meta.total ?? 0,
    }),
  })
}
