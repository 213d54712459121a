import { toCamelCase } from '@agremia/resources/letter-case.ts'
import { api } from '../api/client.ts'
import { earlyPaths } from '../api/early-requests.ts'
import { explainerQuery, settingsQuery } from '../api/queries.ts'
import { queryClient, requireAnswer } from '../api/query-client.ts'

/** Milliseconds for which the first render waits for the early answers. Most have come before the code. */
const maxWaitMs = 150

/**
 * Puts the answers of the early requests into the cache. With them the first screen is rendered once; without, first as a skeleton and
 * again after each answer.
 */
export async function cacheEarlyAnswers(): Promise<void> {
  const cached = earlyPaths().map(async (path) => {
    if (path === 'settings') return queryClient.prefetchQuery(settingsQuery)
    if (path.startsWith('explainer')) return queryClient.prefetchQuery(explainerQuery)
    const resource = toCamelCase(path.replace(/\?.*/, '').split('/').at(-1) ?? '')
    return queryClient.prefetchQuery({
      queryKey: ['list', resource, path],
      queryFn: async () => requireAnswer(await api.get(path)),
    })
  })
  await Promise.race([Promise.all(cached), new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
}
