import type { ApiError } from './api-error.ts'

type Listener = (error: ApiError) => void

const listeners = new Set<Listener>()

/**
 * Calls the listener for each failed operation that has a name (`failure`), for error reports. Returns the
 * unsubscriber.
 */
export function onFailure(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifyFailure(error: ApiError): void {
  for (const listener of listeners) listener(error)
}
