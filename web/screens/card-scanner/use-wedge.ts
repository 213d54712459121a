import { useEffectEvent, useLayoutEffect } from 'react'

/** Milliseconds between keys. Readers send a key every few milliseconds; people are slower. */
const maxGap = 60
const minLength = 10

/**
 * Listens for a keyboard-emulating reader ("keyboard wedge"): a fast burst of keys that ends with Enter. Ignores keys in
 * inputs, where they are typed normally and Enter submits the form.
 */
export function useWedge(onRead: (text: string) => void): void {
  const read = useEffectEvent(onRead)
  useLayoutEffect(() => {
    const burst = new Burst()
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey) return
      const text = burst.take(event.key, event.timeStamp)
      // Keeps the burst from triggering hotkeys or the focused button.
      if (burst.isReader || text !== undefined) {
        event.preventDefault()
        event.stopPropagation()
      }
      if (text !== undefined) read(text)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

/** Tells bursts of a reader from typing by hand. */
export class Burst {
  #text = ''
  #last = -Infinity

  /** True while the keys so far came too fast for typing by hand. */
  get isReader(): boolean {
    return this.#text.length > 1
  }

  /** Takes one key; `moment` in milliseconds. Returns the text when Enter ends a burst. */
  take(key: string, moment: number): string | undefined {
    const isFast = moment - this.#last <= maxGap
    if (key === 'Enter') {
      const text = isFast ? this.#text : ''
      this.#text = ''
      return text.length >= minLength ? text : undefined
    }
    // Such as Shift, which readers send before each capital.
    if (key.length !== 1) return undefined
    this.#text = isFast ? this.#text + key : key
    this.#last = moment
    return undefined
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')
}
