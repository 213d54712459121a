import { createStore } from '../../store.ts'
import { storeInTab, readFromTab } from '../../api/browser-storage.ts'
import type { ListParams, StoredRecord } from '../../api/client.ts'

/** A list from which records were opened, for “previous” and “next”. */
interface Walk {
  resource: string
  /** Search, filters, order and columns. */
  params: ListParams
  /** Key of the list's scroll position. */
  memory: string
  /** The field whose value is in the records' paths, usually the id. */
  pathBy: string
  /** Positions in the list, by path. */
  places: Readonly<Record<string, Place>>
}

export interface Place {
  index: number
  id: string
  /** The value of `pathBy` in the record's path. */
  word: string
}

const key = 'record-walk'
const store = createStore(readFromTab<Walk>(key))

/** Starts a walk: a record was opened from a list. */
export function beginWalk(list: Omit<Walk, 'places'>, path: string, place: Place): void {
  change({ ...list, places: { [path]: place } })
}

/** Continues the walk with another record. */
export function continueWalk(path: string, place: Place): void {
  const walk = store.get()
  if (walk) change({ ...walk, places: { ...walk.places, [path]: place } })
}

/** The walk that contains a path, also the path of a record's tab. */
export function useWalk(pathname: string): { walk: Walk; path: string; place: Place } | undefined {
  const current = store.useValue()
  const path = Object.keys(current?.places ?? {}).find(
    (each) => pathname === each || pathname.startsWith(`${each}/`),
  )
  const place = path === undefined ? undefined : current?.places[path]
  return current && path !== undefined && place ? { walk: current, path, place } : undefined
}

/** The path of another record: the current path with the other record's value. */
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
  storeInTab(key, next)
  store.set(next)
}
