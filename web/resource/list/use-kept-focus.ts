import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { focusRow } from './row-focus.ts'

/**
 * Whoever was on a row that is there no more, because somebody else deleted it for instance, is on the one that took its
 * place, on the last of those that are left, or on what stands in the place of the rows: never at the top of the page.
 */
export function useKeptFocus(holder: RefObject<HTMLElement | null>, total: number | undefined) {
  const held = useRef<number>(undefined)

  useLayoutEffect(() => {
    if (held.current === undefined || document.activeElement !== document.body) return
    const place = Math.min(held.current, (total ?? 0) - 1)
    if (place < 0 || !focusRow(holder.current, place)) holder.current?.focus({ preventScroll: true })
  })

  return {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = target.closest('[data-index]')
      held.current = row ? Number(row.getAttribute('data-index')) : undefined
    },
    // Not heard when what has the focus goes away. A window that is left keeps it for whoever comes back.
    onBlur({ target }: FocusEvent<HTMLElement>) {
      if (document.activeElement !== target) held.current = undefined
    },
  }
}
