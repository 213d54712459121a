import { infiniteQueryOptions, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import { timedOut, type TimedOut } from './timeout.ts'

export const staleMs = 15_000

/**
 * Data is cached for 30 minutes and refetched after 15 seconds. Only timeouts are retried: lost contact has its
 * overlay, and refusals are final.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleMs,
      gcTime: 30 * 60_000,
      networkMode: 'always',
      retry: (_failures, error) => error instanceof NoAnswerYet,
      retryDelay: 1_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Clears the cache when the person changes; the terminology is the same for everybody. */
export function clearQueryCache(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'terminology' })
}

/**
 * Invalidates queries. A first fetch in flight may have read the data before the change, and
 * `invalidateQueries` does not restart it; it is therefore invalidated again when it ends.
 */
export async function invalidate(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const inFlight = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  for (const query of inFlight) {
    if (refetching.has(query)) continue
    refetching.add(query)
    const again = () => {
      refetching.delete(query)
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    query.promise?.then(again, again)
  }
  await client.invalidateQueries({ queryKey })
}

const refetching = new WeakSet<Query>()

/** Unwraps a call's outcome in a query function: a timeout throws, so that the query retries. */
export function requireAnswer<Outcome>(outcome: Outcome | TimedOut): Outcome {
  if (outcome === timedOut) throw new NoAnswerYet()
  return outcome
}

class NoAnswerYet extends Error {
  override name = 'NoAnswerYet'
}

/** One page of a longer list. */
export interface ListPart<Item> {
  data: Item[]
  meta: { total: number; page: number; limit: number }
}

/** Query of a list that grows by a page on each `fetchNextPage`; its data is one flat list. */
export function pageByPageQuery<Item>(
  queryKey: QueryKey,
  readPage: (page: number, signal: AbortSignal) => Promise<ListPart<Item> | TimedOut>,
) {
  return infiniteQueryOptions({
    queryKey: [...queryKey, 'page by page'],
    queryFn: async ({ pageParam, signal }) => requireAnswer(await readPage(pageParam, signal)),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { page, limit, total } }) => (page * limit < total ? page + 1 : undefined),
    select: ({ pages }) => ({
      items: pages.flatMap(({ data }) => data),
      total: pages.at(-1)?.meta.total ?? 0,
    }),
  })
}
