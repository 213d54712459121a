import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { TimedOut } from './timed-out.ts'
import { answered } from './query-client.ts'

/** A part of something longer. */
export interface Part<Item> {
  data: Item[]
  meta: { total: number; page: number; limit: number }
}

/** What is read from the beginning, a page more each time somebody asks for it, as one list. */
export function pageByPageQuery<Item>(
  queryKey: QueryKey,
  ask: (page: number, signal: AbortSignal) => Promise<Part<Item> | TimedOut>,
) {
  return infiniteQueryOptions({
    queryKey: [...queryKey, 'page by page'],
    queryFn: async ({ pageParam, signal }) => answered(await ask(pageParam, signal)),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { page, limit, total } }) => (page * limit < total ? page + 1 : undefined),
    select: ({ pages }) => ({
      items: pages.flatMap(({ data }) => data),
      total: pages.at(-1)?.meta.total ?? 0,
    }),
  })
}
