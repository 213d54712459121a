import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

interface Fitting<Holder> {
  /** Ref of the element with a single line of content. */
  holder: RefObject<Holder | null>
  shown: number
}

/**
 * How many of `count` elements fit on one line; at least `least`. Measured before paint, and again when the
 * window, `situation` or a text changes.
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
    const next = shown > least ? Math.max(least, shown - excessOf(holder.current)) : shown
    setFitting((before) => (before.now === now && before.shown === next ? before : { now, shown: next }))
  }, [now, shown, least])
  return { holder, shown }
}

/** How many elements must be left out at least: so many of the widest have the width that is missing. */
function excessOf(holder: HTMLElement | null): number {
  if (!holder || holder.scrollWidth <= holder.clientWidth) return 0
  let missing = holder.scrollWidth - holder.clientWidth
  const gap = Number.parseFloat(getComputedStyle(holder).columnGap) || 0
  const widths = [...holder.children].map((child) => child.getBoundingClientRect().width + gap)
  return Math.max(
    1,
    widths.toSorted((one, other) => other - one).findIndex((width) => (missing -= width) <= 0) + 1,
  )
}

/** Key of what the available space depends on: window width and font size. */
function useSpace(holder: RefObject<HTMLElement | null>): string {
  const [space, setSpace] = useState(currentSpace)
  useLayoutEffect(() => {
    const around = holder.current?.parentElement
    if (!around || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => setSpace(currentSpace))
    observer.observe(around)
    return () => observer.disconnect()
  }, [holder])
  return space
}

function currentSpace(): string {
  return `${window.innerWidth} ${getComputedStyle(document.documentElement).fontSize}`
}

/** Number of text changes: a loaded name may be wider than its placeholder. */
function useTextChanges(holder: RefObject<HTMLElement | null>): number {
  const [changes, setChanges] = useState(0)
  useLayoutEffect(() => {
    if (!holder.current) return undefined
    // Ignores child elements, which this hook itself adds and removes.
    const observer = new MutationObserver(() => setChanges((before) => before + 1))
    observer.observe(holder.current, { characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [holder])
  return changes
}
