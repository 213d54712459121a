import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useZoom } from '../../ui/device.ts'
import type { ListRows } from './use-list-rows.ts'

interface RowWindowOptions {
  /** Container of the rows; it or an ancestor scrolls. */
  holder: RefObject<HTMLElement | null>
  /** In rem. */
  rowHeight: number
  /** Height of the sticky head, in rem. */
  headHeight?: number
  count: number
  rows: ListRows
  memory: string
}

export interface RowWindow {
  items: { index: number; top: number }[]
  /** Height of all rows in px. */
  height: number
  /** Number of rows that fit in the viewport. */
  fits: number
  /** Scrolls to a row and keeps it rendered, so that it can have the focus. */
  show: (index: number) => void
}

/**
 * Visible rows of a virtualised list. Going back restores the scroll position; a new search starts at the top.
 */
export function useRowWindow(options: RowWindowOptions): RowWindow {
  const { holder, count, rows, memory, headHeight = 0 } = options
  const rem = useZoom()
  const rowHeight = options.rowHeight * rem
  // Until it is measured, the rows and those beyond it fill the window below the page's head: others would delay the first paint.
  const [viewport, setViewport] = useState<Viewport>(() => ({
    scrolled: 0,
    height: Math.max(0, window.innerHeight - pageHead * rem - overscan * rowHeight),
  }))
  const [keptRow, setKeptRow] = useState<number>()
  const { from, to } = visibleRows(viewport, rowHeight, count)
  const { look } = rows

  const measure = useCallback(
    (scroller: HTMLElement) => viewportOf(scroller, holder.current, headHeight * rem),
    [holder, headHeight, rem],
  )

  useEffect(() => {
    const scroller = scrollerOf(holder.current)
    if (!scroller) return undefined
    const update = () => {
      // A removed element has no scroll position.
      if (!scroller.isConnected) return
      positions.set(memory, scroller.scrollTop)
      setViewport((previous) => stableViewport(previous, measure(scroller), rowHeight))
    }
    let height = scroller.clientHeight
    const observer = new ResizeObserver(() => {
      keepFocusInSight(holder.current, scroller, height)
      height = scroller.clientHeight
      update()
    })
    observer.observe(scroller)
    scroller.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', update)
    }
  }, [holder, memory, measure, rowHeight])

  useRememberedPosition({ holder, memory, isReady: rows.total !== undefined, search: rows.shown })
  useEffect(() => look({ from, to }), [look, from, to])

  return {
    items: withRow(from, to, keptRow, count).map((index) => ({ index, top: index * rowHeight })),
    height: count * rowHeight,
    fits: Math.max(1, Math.floor(viewport.height / rowHeight) - 1),
    show: (index) => {
      setKeptRow(index)
      const scroller = scrollerOf(holder.current)
      if (!scroller) return
      const current = measure(scroller)
      const nextScrollTop = scrollTopFor(index, current, rowHeight)
      if (nextScrollTop !== undefined) scroller.scrollTop += nextScrollTop - current.scrolled
    },
  }
}

/** Keeps the focused row visible when the list becomes lower, if it was visible at the former `height` in px. */
function keepFocusInSight(holder: HTMLElement | null, scroller: HTMLElement, height: number): void {
  const focused = document.activeElement
  const row = focused && holder?.contains(focused) ? focused.closest('[aria-rowindex]') : undefined
  if (!row) return
  const top = scroller.getBoundingClientRect().top + scroller.clientTop
  const below = row.getBoundingClientRect().bottom - top
  // Heights are whole pixels, and edges of rows are not.
  if (below <= height + 1 && below > scroller.clientHeight)
    scroller.scrollTop += below - scroller.clientHeight
}

const positions = new Map<string, number>()

interface RememberedPosition {
  holder: RefObject<HTMLElement | null>
  memory: string
  isReady: boolean
  search: unknown
}

function useRememberedPosition({ holder, memory, isReady, search }: RememberedPosition): void {
  const [remembered] = useState(() => positions.get(memory) ?? 0)
  const positionedFor = useRef<unknown>(undefined)
  useLayoutEffect(() => {
    if (!isReady || positionedFor.current === search) return
    const isFirst = positionedFor.current === undefined
    positionedFor.current = search
    // A new element is already at its top; scrolling would force a layout.
    if (isFirst && remembered === 0) return
    const scroller = scrollerOf(holder.current)
    if (scroller) scroller.scrollTop = isFirst ? remembered : 0
  }, [holder, isReady, search, remembered])
}

function scrollerOf(holder: HTMLElement | null): HTMLElement | null {
  for (let element = holder; element; element = element.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element
  }
  return holder
}

function viewportOf(scroller: HTMLElement, holder: HTMLElement | null, head: number): Viewport {
  const above =
    holder && holder !== scroller
      ? holder.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
      : 0
  return { scrolled: scroller.scrollTop - above, height: scroller.clientHeight - head }
}

/** Returns the previous viewport until another row becomes visible, to avoid renders. */
function stableViewport(previous: Viewport, current: Viewport, rowHeight: number): Viewport {
  const rowOf = ({ scrolled }: Viewport) => Math.floor(scrolled / rowHeight)
  return previous.height === current.height && rowOf(previous) === rowOf(current) ? previous : current
}

function withRow(from: number, to: number, row: number | undefined, count: number): number[] {
  if (count === 0) return []
  const indexes = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  if (row === undefined || row >= count || (row >= from && row <= to)) return indexes
  return row < from ? [row, ...indexes] : [...indexes, row]
}

interface Viewport {
  /** Pixels scrolled away. */
  scrolled: number
  /** Pixels that show rows. */
  height: number
}

/** The visible rows, and some on each side so that scrolling shows no gap. */
export function visibleRows({ scrolled, height }: Viewport, rowHeight: number, count: number) {
  const first = Math.floor(Math.max(0, scrolled) / rowHeight)
  const last = Math.ceil((Math.max(0, scrolled) + height) / rowHeight)
  return {
    from: Math.max(0, Math.min(first - overscan, count - 1)),
    to: Math.max(0, Math.min(last + overscan, count) - 1),
  }
}

/** The scroll position that makes a row fully visible; undefined when it is. */
export function scrollTopFor(
  row: number,
  { scrolled, height }: Viewport,
  rowHeight: number,
): number | undefined {
  const top = row * rowHeight
  if (top < scrolled) return top
  if (top + rowHeight > scrolled + height) return top + rowHeight - height
  return undefined
}

const overscan = 8
/** What stands above the rows of a list that is a page, at least, in rem: header, title and search box. */
const pageHead = 9
