import { useEffectEvent, useLayoutEffect } from 'react'

/** Readers type a letter every few milliseconds; nobody else does. */
const slowestGap = 60
const shortest = 10

/**
 * Calls back with what a reader that acts as a keyboard typed, wherever the focus is: a burst of letters that ends with
 * Enter. In a field, what it types goes there, and Enter sends it as it would for anybody.
 */
export function useWedge(onRead: (text: string) => void): void {
  const read = useEffectEvent(onRead)
  useLayoutEffect(() => {
    const burst = new Burst()
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey) return
      const text = burst.take(event.key, event.timeStamp)
      // Neither the page's keys nor the focused button are meant.
      if (burst.isOne || text !== undefined) {
        event.preventDefault()
        event.stopPropagation()
      }
      if (text !== undefined) read(text)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

/** Tells bursts from typing, key by key. */
export class Burst {
  #text = ''
  #last = -Infinity

  /** Whether the keys so far come too fast to be typed by hand. */
  get isOne(): boolean {
    return this.#text.length > 1
  }

  /** What was read, once it has ended; `moment` in milliseconds. */
  take(key: string, moment: number): string | undefined {
    const isFast = moment - this.#last <= slowestGap
    if (key === 'Enter') {
      const text = isFast ? this.#text : ''
      this.#text = ''
      return text.length >= shortest ? text : undefined
    }
    // Such as Shift, which comes before each capital.
    if (key.length !== 1) return undefined
    this.#text = isFast ? this.#text + key : key
    this.#last = moment
    return undefined
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')
}
