import type { QueryClient } from '@tanstack/react-query'
import type { StoredRecord } from './client.ts'
import { keys } from './queries.ts'

/** Latest version of recently changed records, from realtime news. */
const newsVersions = new Map<string, number>()
const maxVersions = 1000

const keyOf = (resource: string, id: string) => `${resource}/${id}`

/** Stores the version that realtime news announced for a record. */
export function rememberNewsVersion(resource: string, id: string, version: number): void {
  const name = keyOf(resource, id)
  const known = newsVersions.get(name) ?? 0
  // Deletes first, so that the Map keeps the most recent last and the first key is the one to drop.
  newsVersions.delete(name)
  newsVersions.set(name, Math.max(known, version))
  const [oldest] = newsVersions.keys()
  if (newsVersions.size > maxVersions && oldest !== undefined) newsVersions.delete(oldest)
}

/**
 * Puts the answer of a write into the cache and invalidates the lists. Invalidates the record too when news of
 * a later version came before the answer, as happens when background work starts at once.
 */
export function keepAnswer(client: QueryClient, resource: string, record: StoredRecord): void {
  const queryKey = keys.record(resource, record._id)
  client.setQueryData(queryKey, record)
  if ((newsVersions.get(keyOf(resource, record._id)) ?? 0) > (record._version ?? 0))
    void client.invalidateQueries({ queryKey })
  void client.invalidateQueries({ queryKey: keys.lists(resource) })
}
