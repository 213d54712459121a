import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

interface Fitting<Holder> {
  /** On the element whose content stands on one line. */
  holder: RefObject<Holder | null>
  shown: number
}

/**
 * How many of so many elements fit on the line of their holder; at least `least`. Counted anew when the window, `situation` or
 * a text among them changes, and before anything is painted.
 */
export function useFitting<Holder extends HTMLElement>(
  count: number,
  situation: string,
  least = 1,
): Fitting<Holder> {
  const holder = useRef<Holder>(null)
  const now = `${useSpace(holder)} ${useTextChanges(holder)} ${count} ${situation}`
  const [fitting, setFitting] = useState({ now, shown: count })
  const shown = fitting.now === now ? fitting.shown : count
  useLayoutEffect(() => {
    const overflows = holder.current !== null && holder.current.scrollWidth > holder.current.clientWidth
    setFitting({ now, shown: overflows && shown > least ? shown - 1 : shown })
  }, [now, shown, least])
  return { holder, shown }
}

/** The width of the window and the size of the text: what the room for elements depends on, and not on how many there are. */
function useSpace(holder: RefObject<HTMLElement | null>): string {
  const [space, setSpace] = useState('')
  useLayoutEffect(() => {
    const around = holder.current?.parentElement
    if (!around || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() =>
      setSpace(`${window.innerWidth} ${getComputedStyle(document.documentElement).fontSize}`),
    )
    observer.observe(around)
    return () => observer.disconnect()
  }, [holder])
  return space
}

/** How often a text among the elements has changed: a name that arrives takes another room than what stood for it. */
function useTextChanges(holder: RefObject<HTMLElement | null>): number {
  const [changes, setChanges] = useState(0)
  useLayoutEffect(() => {
    if (!holder.current) return undefined
    // Only texts that change: elements come and go with the count itself.
    const observer = new MutationObserver(() => setChanges((before) => before + 1))
    observer.observe(holder.current, { characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [holder])
  return changes
}
