import type { QueryClient } from '@tanstack/react-query'
import type { StoredRecord } from './client.ts'
import { keys } from './queries.ts'

/** The last version that was heard of each of the records that changed of late. */
const heard = new Map<string, number>()
const mostHeard = 1000

const nameOf = (resource: string, id: string) => `${resource}/${id}`

/** News say that a record is now of this version. */
export function hearVersion(resource: string, id: string, version: number): void {
  const name = nameOf(resource, id)
  const known = heard.get(name) ?? 0
  // The latest last, so that the first is the one to forget.
  heard.delete(name)
  heard.set(name, Math.max(known, version))
  const [oldest] = heard.keys()
  if (heard.size > mostHeard && oldest !== undefined) heard.delete(oldest)
}

/**
 * Shows what a write answered, and has the lists read again. When news of a later change came before the answer, as they
 * do when work begins in the background at once, the record is read again too.
 */
export function keepAnswer(client: QueryClient, resource: string, record: StoredRecord): void {
  const queryKey = keys.record(resource, record._id)
  client.setQueryData(queryKey, record)
  if ((heard.get(nameOf(resource, record._id)) ?? 0) > (record._version ?? 0))
    void client.invalidateQueries({ queryKey })
  void client.invalidateQueries({ queryKey: keys.lists(resource) })
}
