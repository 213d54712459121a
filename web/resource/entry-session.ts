import { useSyncExternalStore } from 'react'
import { accessToken, readSession } from '../api/tokens.ts'

export interface EntrySession<Value> {
  useValue: () => Value
  get: () => Value
  set: (value: Value) => void
}

/** What a person entered in this tab, one record after another; stored in the tab, for each account. */
export function createEntrySession<Value>(name: string, empty: Value): EntrySession<Value> {
  const listeners = new Set<() => void>()
  let cached: { key: string; text: string | null; value: Value } | undefined
  // Includes the account, so that two people who use the same tab do not share entries.
  const storageKey = () => `${name}:${readSession(accessToken())?.id ?? ''}`
  const get = () => {
    const text = sessionStorage.getItem(storageKey())
    if (cached?.key !== storageKey() || cached.text !== text)
      cached = { key: storageKey(), text, value: text === null ? empty : (JSON.parse(text) as Value) }
    return cached.value
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    useValue: () => useSyncExternalStore(subscribe, get),
    get,
    set: (value) => {
      sessionStorage.setItem(storageKey(), JSON.stringify(value))
      for (const listener of listeners) listener()
    },
  }
}
