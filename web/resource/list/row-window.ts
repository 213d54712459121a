export interface Viewport {
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
