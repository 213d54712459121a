import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

export interface Question {
  /** Names the thing: «Eliminar a quota de 2024?» */
  title: string
  /** What follows from it. */
  message?: ReactNode
  /** The verb that goes ahead; without it there is only what to read. */
  confirmLabel?: string | undefined
  cancelLabel?: string
  /** `delete` marks what cannot be taken back. */
  kind?: 'question' | 'delete'
}

/** Asks once, over the page; false when the person closes it in any other way. */
export function confirmDialog(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    change({
      ...question,
      answer: (yes) => {
        change(undefined)
        resolve(yes)
      },
    })
  })
}

export interface AskedQuestion extends Question {
  answer: (yes: boolean) => void
}

export function useAskedQuestion(): AskedQuestion | undefined {
  return useSyncExternalStore(subscribe, () => asked)
}

let asked: AskedQuestion | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: AskedQuestion | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}
