import { useSyncExternalStore } from 'react'
import { findWorkKeys, workKey } from '../../api/tokens.ts'
import type { Check } from './check.ts'

/** Lists of checks are in `localStorage`, by person and list id: they survive reloads and are shared by all windows. */
const prefix = 'cartoes:'
/** Lists unchanged for this long are deleted, because they contain personal data. */
const retention = 3 * 24 * 60 * 60_000
/** Without an id in the address, the page continues the latest list changed within this time. */
const continuationTime = 12 * 60 * 60_000

interface StoredList {
  touchedAt: number
  checks: readonly Check[]
}

export function useChecks(id: string): readonly Check[] {
  return useSyncExternalStore(subscribe, () => readChecks(id))
}

export function readChecks(id: string): readonly Check[] {
  const text = localStorage.getItem(keyOf(id))
  if (cache?.key !== keyOf(id) || cache.text !== text)
    cache = { key: keyOf(id), text, checks: parse(text)?.checks ?? noChecks }
  return cache.checks
}

/** Applies a change to the stored list, which another window may have changed meanwhile. */
export function changeChecks(id: string, change: (checks: readonly Check[]) => readonly Check[]): void {
  const key = keyOf(id)
  const checks = change(readChecks(id))
  store(key, { touchedAt: Date.now(), checks })
  cache = { key, text: localStorage.getItem(key), checks }
  for (const listener of listeners) listener()
}

function store(key: string, list: StoredList): void {
  try {
    localStorage.setItem(key, JSON.stringify(list))
  } catch {
    // Storage is full: the list stays in memory (`cache`).
  }
}

/** The id of the list to continue, if there is a recent one. Deletes old lists. */
export function recentListId(now = Date.now()): string | undefined {
  let latest: { id: string; touchedAt: number } | undefined
  for (const key of findWorkKeys(prefix)) {
    const touchedAt = parse(localStorage.getItem(key))?.touchedAt ?? 0
    if (now - touchedAt > retention) localStorage.removeItem(key)
    else if (
      key.startsWith(keyOf('')) &&
      now - touchedAt < continuationTime &&
      touchedAt > (latest?.touchedAt ?? 0)
    )
      latest = { id: key.slice(keyOf('').length), touchedAt }
  }
  return latest?.id
}

/** A new id: the day and a random suffix. */
export function newListId(today: string): string {
  const [chance = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `${today}-${chance.toString(36).padStart(7, '0')}`
}

const noChecks: readonly Check[] = []
const listeners = new Set<() => void>()
let cache: { key: string; text: string | null; checks: readonly Check[] } | undefined

function keyOf(id: string): string {
  return workKey(prefix + id)
}

function parse(text: string | null): StoredList | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as StoredList)
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
