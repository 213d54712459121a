import { useQuery } from '@tanstack/react-query'
import type { StoredRecord } from '../api/client.ts'
import { recordQuery, useResource } from '../api/queries.ts'

/** A record of background work. */
export interface Work extends StoredRecord {
  state: string
}

/** Polling interval in milliseconds, for when the WebSocket is blocked. */
const POLL_MS = 2_000

/** The record of background work; polled while it is in progress. */
export function useWork<Item extends Work>(resource: string, id: string | undefined) {
  const isUnderWay = useUnderWay(resource)
  return useQuery({
    ...recordQuery<Item>(resource, id),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? POLL_MS : (false as const)),
  })
}

/** Returns a function: whether the work is queued or running. */
export function useUnderWay(resource: string): (work: Pick<Work, 'state'>) => boolean {
  const states = useResource(resource)?.work?.underWay ?? []
  return ({ state }) => states.includes(state)
}
