import type { StoredRecord } from '../api/client.ts'
import { recordQuery } from '../api/queries.ts'

/** Work that the server does after it was asked for. */
interface Work extends StoredRecord {
  state: string
}

export function isUnderWay({ state }: Work): boolean {
  return state === 'queued' || state === 'running'
}

/**
 * The record of such work. News come by the socket; where it cannot be opened, somebody who waits is told all the same, each
 * two seconds while it is under way.
 */
export function workQuery<Item extends Work>(resource: string, id: string | undefined) {
  return {
    ...recordQuery<Item>(resource, id),
    refetchInterval: ({ state: { data } }: { state: { data?: Item | null | undefined } }) =>
      data && isUnderWay(data) ? 2_000 : (false as const),
  }
}
