import { useSyncExternalStore } from 'react'
import { accessToken, requestHeaders } from './tokens.ts'

interface ServerState {
  status: 'ok' | 'unreachable'
  /** Duration of the last response in milliseconds. */
  lastResponse: number | undefined
  /** Whether the realtime connection is open. */
  live: boolean
}

export function serverState(): ServerState {
  return state
}

export function markUnreachable(): void {
  if (offlineScreens === 0) change({ status: 'unreachable' })
}

/**
 * While a screen works offline, lost contact does not mark the server unreachable (no overlay). Returns a
 * function that ends it.
 */
export function allowOffline(): () => void {
  offlineScreens += 1
  return () => void (offlineScreens -= 1)
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

export function useServerState<Selected>(select: (state: ServerState) => Selected): Selected {
  return useSyncExternalStore(subscribe, () => select(state))
}

let state: ServerState = { status: 'ok', lastResponse: undefined, live: false }
let offlineScreens = 0
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(part: Partial<ServerState>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
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
