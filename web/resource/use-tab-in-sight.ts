import { useEffect, useRef, type RefObject } from 'react'

/**
 * Scrolls the current tab into view, centred, when the page opens or the width changes; does not interfere with
 * manual scrolling.
 */
export function useCurrentTabInView(current: string): RefObject<HTMLElement | null> {
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
  // `scrollIntoView` would also scroll the page.
  row.scrollLeft += (left + right - room.left - room.right) / 2
}
