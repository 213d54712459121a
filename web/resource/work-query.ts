import { useQuery } from '@tanstack/react-query'
import type { StoredRecord } from '../api/client.ts'
import { recordQuery, useResource } from '../api/queries.ts'

/** A record that is work of the server in the background. */
export interface Work extends StoredRecord {
  state: string
}

/** Milliseconds between two reads of work under way, where the socket that brings the news cannot be opened. */
const READ_AGAIN_MS = 2_000

/** The record of background work, read again for as long as it is under way. */
export function useWork<Item extends Work>(resource: string, id: string | undefined) {
  const isUnderWay = useUnderWay(resource)
  return useQuery({
    ...recordQuery<Item>(resource, id),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? READ_AGAIN_MS : (false as const)),
  })
}

/** Whether a record of the resource is still to be done, or being done. */
export function useUnderWay(resource: string): (work: Pick<Work, 'state'>) => boolean {
  const states = useResource(resource)?.work?.underWay ?? []
  return ({ state }) => states.includes(state)
}
