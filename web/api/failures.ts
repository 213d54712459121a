import type { ApiError } from './api-error.ts'

type Listener = (error: ApiError) => void

const listeners = new Set<Listener>()

/** Hears of each operation that failed, by its `failure`; returns what ends it. Screens say by themselves what people need. */
export function onFailure(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellFailure(error: ApiError): void {
  for (const listener of listeners) listener(error)
}
