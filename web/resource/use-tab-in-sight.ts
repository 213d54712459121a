import { useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the chosen one of a row of tabs in sight where they do not all fit, in the middle if it was not: when the page is
 * opened, and whenever the room or the words take another width. Whoever scrolls the row is left in peace.
 */
export function useTabInSight(current: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const tabs = row.current
    const chosen = tabs?.querySelector('[aria-current]')
    if (!tabs || !chosen) return undefined
    const observer = new ResizeObserver(() => show(tabs, chosen))
    for (const each of [tabs, ...tabs.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [current])
  return row
}

function show(row: HTMLElement, tab: Element): void {
  const room = row.getBoundingClientRect()
  const { left, right } = tab.getBoundingClientRect()
  if (left >= room.left && right <= room.right) return
  // The page itself must not move, as it would for `scrollIntoView`.
  row.scrollLeft += (left + right - room.left - room.right) / 2
}
