import { useSyncExternalStore } from 'react'
import { everyWorkKey, workKey } from '../../api/tokens.ts'
import type { Check } from './check.ts'

/** A list is kept in the browser, for its person, under its id: it outlives the page and is the same in all its windows. */
const prefix = 'cartoes:'
/** Lists that nobody touched for this long are forgotten: they hold names. */
const keptFor = 3 * 24 * 60 * 60_000
/** The address without an id goes on with a list that was touched less than this before. */
const continuedFor = 12 * 60 * 60_000

interface KeptList {
  touchedAt: number
  checks: readonly Check[]
}

export function useChecks(id: string): readonly Check[] {
  return useSyncExternalStore(subscribe, () => readChecks(id))
}

export function readChecks(id: string): readonly Check[] {
  const text = localStorage.getItem(keyOf(id))
  if (read?.key !== keyOf(id) || read.text !== text)
    read = { key: keyOf(id), text, checks: parse(text)?.checks ?? nothing }
  return read.checks
}

/** Changes the list as it is now, also when another window has just changed it. */
export function changeChecks(id: string, change: (checks: readonly Check[]) => readonly Check[]): void {
  const key = keyOf(id)
  const checks = change(readChecks(id))
  keep(key, { touchedAt: Date.now(), checks })
  read = { key, text: localStorage.getItem(key), checks }
  for (const listener of listeners) listener()
}

function keep(key: string, list: KeptList): void {
  try {
    localStorage.setItem(key, JSON.stringify(list))
  } catch {
    // There is no room left: what comes now lasts as long as the page.
  }
}

/** The list to go on with, if there is a recent one. Forgets those that are old. */
export function recentListId(now = Date.now()): string | undefined {
  let latest: { id: string; touchedAt: number } | undefined
  for (const key of everyWorkKey(prefix)) {
    const touchedAt = parse(localStorage.getItem(key))?.touchedAt ?? 0
    if (now - touchedAt > keptFor) localStorage.removeItem(key)
    else if (
      key.startsWith(keyOf('')) &&
      now - touchedAt < continuedFor &&
      touchedAt > (latest?.touchedAt ?? 0)
    )
      latest = { id: key.slice(keyOf('').length), touchedAt }
  }
  return latest?.id
}

/** An id for a new list: the day, and what tells it from others of the day. */
export function newListId(today: string): string {
  const [chance = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `${today}-${chance.toString(36).padStart(7, '0')}`
}

const nothing: readonly Check[] = []
const listeners = new Set<() => void>()
let read: { key: string; text: string | null; checks: readonly Check[] } | undefined

function keyOf(id: string): string {
  return workKey(prefix + id)
}

function parse(text: string | null): KeptList | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as KeptList)
  } catch {
    return undefined
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
