import { useSyncExternalStore } from 'react'

export interface ServerState {
  status: 'ok' | 'unreachable'
  /** Milliseconds that the last answer took. */
  lastResponse: number | undefined
  /** Whether news arrive by themselves. */
  live: boolean
}

export function serverState(): ServerState {
  return state
}

export function markUnreachable(): void {
  if (workingAlone === 0) change({ status: 'unreachable' })
}

/** For as long as a screen can do without the server, nothing covers it when contact is lost. Returns what ends that. */
export function workWithoutServer(): () => void {
  workingAlone += 1
  return () => void (workingAlone -= 1)
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
let workingAlone = 0
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(part: Partial<ServerState>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}
