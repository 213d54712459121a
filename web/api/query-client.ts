import { QueryClient } from '@tanstack/react-query'
import { timedOut, type TimedOut } from './timed-out.ts'

/**
 * Answers are kept while the page lives: a list already seen paints at once, then is asked again. Only timeouts are
 * tried again, quietly and for as long as somebody looks; lost contact has its overlay and refusals are final.
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

/** Another person is here: nothing that was answered to the one before stays. The words are everybody's. */
export function forgetAnswers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'terminology' })
}

/** The outcome of a call inside a query: a timeout makes the query try again instead of failing. */
export function answered<Outcome>(outcome: Outcome | TimedOut): Outcome {
  if (outcome === timedOut) throw new NoAnswerYet()
  return outcome
}

class NoAnswerYet extends Error {
  override name = 'NoAnswerYet'
}
