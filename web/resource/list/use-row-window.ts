import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useZoom } from '../../ui/use-zoom.ts'
import { rowsInSight, scrollToSee, type Viewport } from './row-window.ts'
import type { ListRows } from './use-list-rows.ts'

interface RowWindowOptions {
  /** What holds the rows; it scrolls, or something around it does. */
  holder: RefObject<HTMLElement | null>
  /** In rem. */
  rowHeight: number
  /** What stands before the first row and stays in sight, in rem. */
  headHeight?: number
  count: number
  rows: ListRows
  memory: string
}

export interface RowWindow {
  items: { index: number; top: number }[]
  /** Pixels that all rows take. */
  height: number
  /** Rows that fit in the window. */
  fits: number
  /** Brings a row into view and keeps it drawn, so that it may hold the focus. */
  show: (index: number) => void
}

/** The rows in sight. Coming back to a list finds it where it was left; another search starts at the top. */
export function useRowWindow(options: RowWindowOptions): RowWindow {
  const { holder, count, rows, memory, headHeight = 0 } = options
  const rem = useZoom()
  const rowHeight = options.rowHeight * rem
  const [viewport, setViewport] = useState<Viewport>({ scrolled: 0, height: firstGuess })
  const [kept, setKept] = useState<number>()
  const { from, to } = rowsInSight(viewport, rowHeight, count)
  const { look } = rows

  const measure = useCallback(
    (scroller: HTMLElement) => viewportOf(scroller, holder.current, headHeight * rem),
    [holder, headHeight, rem],
  )

  useEffect(() => {
    const scroller = scrollerOf(holder.current)
    if (!scroller) return undefined
    const update = () => {
      // What has left the page has no position any more.
      if (!scroller.isConnected) return
      positions.set(memory, scroller.scrollTop)
      setViewport((before) => settled(before, measure(scroller), rowHeight))
    }
    const observer = new ResizeObserver(update)
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
    items: withRow(from, to, kept, count).map((index) => ({ index, top: index * rowHeight })),
    height: count * rowHeight,
    fits: Math.max(1, Math.floor(viewport.height / rowHeight) - 1),
    show: (index) => {
      setKept(index)
      const scroller = scrollerOf(holder.current)
      if (!scroller) return
      const now = measure(scroller)
      const goal = scrollToSee(index, now, rowHeight)
      if (goal !== undefined) scroller.scrollTop += goal - now.scrolled
    },
  }
}

/** Before anything is measured: about a window of rows. */
const firstGuess = 900
const positions = new Map<string, number>()

interface RememberedPosition {
  holder: RefObject<HTMLElement | null>
  memory: string
  isReady: boolean
  search: unknown
}

function useRememberedPosition({ holder, memory, isReady, search }: RememberedPosition): void {
  const [remembered] = useState(() => positions.get(memory) ?? 0)
  const placed = useRef<unknown>(undefined)
  useLayoutEffect(() => {
    if (!isReady || placed.current === search) return
    const isFirst = placed.current === undefined
    placed.current = search
    // What was just drawn is at its top; to say so again would have it laid out at once.
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

/** The viewport to draw for: the same object until a row comes into sight, so that nothing is drawn in vain. */
function settled(before: Viewport, now: Viewport, rowHeight: number): Viewport {
  const rowOf = ({ scrolled }: Viewport) => Math.floor(scrolled / rowHeight)
  return before.height === now.height && rowOf(before) === rowOf(now) ? before : now
}

function withRow(from: number, to: number, row: number | undefined, count: number): number[] {
  if (count === 0) return []
  const indexes = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  if (row === undefined || row >= count || (row >= from && row <= to)) return indexes
  return row < from ? [row, ...indexes] : [...indexes, row]
}
