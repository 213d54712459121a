import { useSyncExternalStore } from 'react'

/** A value outside of React. Components that use it are rendered again when it changes. */
export interface Store<T> {
  get: () => T
  set: (value: T) => void
  /** Hook: the value, or the part of it that `select` returns. */
  useValue: { (): T; <Part>(select: (value: T) => Part): Part }
}

export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const useValue = (select = (whole: T): unknown => whole) =>
    useSyncExternalStore(subscribe, () => select(value))
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    useValue: useValue as Store<T>['useValue'],
  }
}
