import { createStore } from '../store.ts'
import { accessToken, requestHeaders } from './tokens.ts'

interface ServerState {
  status: 'ok' | 'unreachable'
  /** Duration of the last response in milliseconds. */
  lastResponse: number | undefined
  /** Whether the realtime connection is open. */
  live: boolean
}

const store = createStore<ServerState>({ status: 'ok', lastResponse: undefined, live: false })
export const { get: serverState, useValue: useServerState } = store

export function markUnreachable(): void {
  if (!worksOffline()) change({ status: 'unreachable' })
}

/**
 * While a screen works offline, lost contact does not mark the server unreachable (no overlay). Returns a
 * function that ends it.
 */
export function allowOffline(): () => void {
  offlineScreens += 1
  return () => void (offlineScreens -= 1)
}

/** Whether the screen needs no server at the moment. */
export function worksOffline(): boolean {
  return offlineScreens > 0
}

export function markReachable(): void {
  change({ status: 'ok' })
}

export function publishResponseTime(milliseconds: number): void {
  change({ lastResponse: Math.round(milliseconds) })
}

export function markLive(live: boolean): void {
  change({ live })
}

let offlineScreens = 0

function change(part: Partial<ServerState>): void {
  store.set({ ...store.get(), ...part })
}

/** Whether the server and its database respond now. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const response = await fetch('/api/', { headers: requestHeaders(accessToken()) })
    return response.ok
  } catch {
    return false
  }
}
