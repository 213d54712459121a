import { QueryClient } from '@tanstack/react-query'
import { timedOut, type TimedOut } from './timed-out.ts'

/**
 * Data is cached for 30 minutes and refetched after 15 seconds. Only timeouts are retried: lost contact has its
 * overlay, and refusals are final.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 30 * 60_000,
      networkMode: 'always',
      retry: (_failures, error) => error instanceof NoAnswerYet,
      retryDelay: 1_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Clears the cache when the person changes; the terminology is the same for everybody. */
export function forgetAnswers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'terminology' })
}

/** Unwraps a call's outcome in a query function: a timeout throws, so that the query retries. */
export function answered<Outcome>(outcome: Outcome | TimedOut): Outcome {
  if (outcome === timedOut) throw new NoAnswerYet()
  return outcome
}

class NoAnswerYet extends Error {
  override name = 'NoAnswerYet'
}
