import { useSyncExternalStore } from 'react'

export interface PageHeadState {
  title: string
  count?: number | undefined
  /** The title stands alone: phones show it in the bar only. */
  isPlain: boolean
}

/** Tells the shell what page is shown; phones have the title in the bar. Returns what takes it back. */
export function publishPageHead(next: PageHeadState): () => void {
  change(next)
  return () => {
    if (head === next) change(undefined)
  }
}

export function usePageHead(): PageHeadState | undefined {
  return useSyncExternalStore(subscribe, () => head)
}

let head: PageHeadState | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: PageHeadState | undefined): void {
  head = next
  for (const listener of listeners) listener()
}
