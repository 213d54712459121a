export interface Viewport {
  /** Pixels of rows that are scrolled away. */
  scrolled: number
  /** Pixels in which rows are seen. */
  height: number
}

/** The rows that a viewport shows, and a few on each side so that scrolling meets no gap. */
export function rowsInSight({ scrolled, height }: Viewport, rowHeight: number, count: number) {
  const first = Math.floor(Math.max(0, scrolled) / rowHeight)
  const last = Math.ceil((Math.max(0, scrolled) + height) / rowHeight)
  return {
    from: Math.max(0, Math.min(first - spare, count - 1)),
    to: Math.max(0, Math.min(last + spare, count) - 1),
  }
}

/** Where the viewport must be scrolled to for a row to be wholly seen; undefined when it is. */
export function scrollToSee(
  row: number,
  { scrolled, height }: Viewport,
  rowHeight: number,
): number | undefined {
  const top = row * rowHeight
  if (top < scrolled) return top
  if (top + rowHeight > scrolled + height) return top + rowHeight - height
  return undefined
}

const spare = 8
