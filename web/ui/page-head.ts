import { useSyncExternalStore } from 'react'

export interface PageHeadState {
  title: string
  count?: number | undefined
  /** The head has only a title, which phones show in the bar instead. */
  isPlain: boolean
}

/** Publishes the page's title to the shell. Returns a function that withdraws it. */
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
