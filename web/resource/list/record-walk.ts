import { useSyncExternalStore } from 'react'
import { keepInTab, recallInTab } from '../../api/tab-storage.ts'
import type { ListParams, StoredRecord } from '../../api/client.ts'

/** A list that records are opened from, and the records that were opened from it one after another. */
export interface Walk {
  resource: string
  /** Its search, filters, order and columns. */
  params: ListParams
  /** Where the list keeps its own position. */
  memory: string
  /** The field that is in the addresses of its records, usually the id. */
  pathBy: string
  /** Positions in the list, by address. */
  places: Readonly<Record<string, Place>>
}

export interface Place {
  index: number
  id: string
  /** What of the record is in its address. */
  word: string
}

const key = 'record-walk'
const listeners = new Set<() => void>()
let walk = recallInTab<Walk>(key)

/** A record is opened from a list: the walk begins there. */
export function beginWalk(list: Omit<Walk, 'places'>, path: string, place: Place): void {
  change({ ...list, places: { [path]: place } })
}

/** The next record of the walk is at this address. */
export function goOnWalking(path: string, place: Place): void {
  if (walk) change({ ...walk, places: { ...walk.places, [path]: place } })
}

/** The walk that an address is a part of; also the address of a part of the record. */
export function useWalk(pathname: string): { walk: Walk; path: string; place: Place } | undefined {
  const current = useSyncExternalStore(subscribe, () => walk)
  const path = Object.keys(current?.places ?? {}).find(
    (each) => pathname === each || pathname.startsWith(`${each}/`),
  )
  const place = path === undefined ? undefined : current?.places[path]
  return current && path !== undefined && place ? { walk: current, path, place } : undefined
}

/** The address of another record: that of the present one with the other's word in its place. */
export function pathOfNeighbour(
  { walk: { pathBy }, path, place }: { walk: Walk; path: string; place: Place },
  record: StoredRecord,
): string | undefined {
  const word = record[pathBy]
  const at = path.lastIndexOf(place.word)
  if (typeof word !== 'string' || at < 0) return undefined
  return path.slice(0, at) + word + path.slice(at + place.word.length)
}

function change(next: Walk): void {
  walk = next
  keepInTab(key, next)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
