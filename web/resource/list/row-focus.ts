import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * When the focused row disappears, for example deleted by somebody else, focuses the row in its place, the last
 * row or the list, so that the focus does not jump to the top of the page.
 */
export function useFocusRecovery(holder: RefObject<HTMLElement | null>, total: number | undefined) {
  const focusedIndex = useRef<number>(undefined)

  useLayoutEffect(() => {
    if (focusedIndex.current === undefined || document.activeElement !== document.body) return
    const place = Math.min(focusedIndex.current, (total ?? 0) - 1)
    if (place < 0 || !focusRow(holder.current, place)) holder.current?.focus({ preventScroll: true })
  })

  return {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = target.closest('[data-index]')
      focusedIndex.current = row ? Number(row.getAttribute('data-index')) : undefined
    },
    // Not fired when the focused element is removed. Window blur keeps the position.
    onBlur({ target }: FocusEvent<HTMLElement>) {
      if (document.activeElement !== target) focusedIndex.current = undefined
    },
  }
}

/** Focuses a rendered row, or its link if rows are not focusable. Returns whether the row exists. */
export function focusRow(holder: HTMLElement | null, index: number): boolean {
  const row = holder?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const target = row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>('a, button')
  target?.focus({ preventScroll: true })
  return row !== undefined && row !== null
}
