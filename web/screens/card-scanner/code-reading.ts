import { useEffectEvent, useLayoutEffect } from 'react'
import { readCardCode } from '@agremia/resources/rules/card-code.ts'

/**
 * Extracts the card code from a scanned text; undefined if there is none. A keyboard-emulating reader set to another keyboard
 * layout types wrong punctuation (`httpsÇ--exemplo.pt-v-…`) but right letters and digits: there the code is at the end.
 */
export function readScanned(text: string): string | undefined {
  const code = readCardCode(text)
  if (code !== undefined) return code
  const typed = /^https?\W.*\Wv\W(\w{12})$/i.exec(text.trim())?.[1]
  return typed === undefined ? undefined : readCardCode(typed)
}

/** In milliseconds. A code counts as shown again only after it was out of sight for this long. */
const outOfSight = 2_000

/** Dedupes the codes of consecutive frames: reports a code only when it comes into sight. */
export class SeenCodes {
  readonly #lastSeen = new Map<string, number>()

  /** `moment` in milliseconds. */
  comeIntoSight(codes: readonly string[], moment: number): string[] {
    const fresh = [...new Set(codes)].filter(
      (code) => moment - (this.#lastSeen.get(code) ?? -Infinity) > outOfSight,
    )
    for (const code of codes) this.#lastSeen.set(code, moment)
    return fresh
  }
}

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
