import { useLayoutEffect, type RefObject } from 'react'
import { isFocusFree } from './page-heading.tsx'

/** Attribute of the placeholder of a lazy field. */
export const loadingField = { 'data-coming-field': true }

// Read-only inputs are excluded, except selects.
const fields = [
  'input:not([disabled]):not([readonly]):not([type="file"]):not([tabindex="-1"])',
  'input[aria-haspopup]:not([disabled])',
  'textarea:not([disabled]):not([readonly])',
].join()

/**
 * Focuses the first field of a container. Waits for its lazy fields, which Tab would skip, unless the person moves the
 * focus meanwhile. Does nothing on touch screens, where the keyboard would cover the content. Returns a function that
 * stops waiting.
 */
export function focusFirstField(holder: HTMLElement): () => void {
  if (!matchMedia('(hover: hover)').matches) return () => undefined
  const before = document.activeElement
  const focus = () => {
    if (holder.querySelector('[data-coming-field]')) return false
    const first = holder.querySelector<HTMLElement>(fields)
    const focused = document.activeElement
    // A panel has the focus until it has a field.
    const isFree = focused === before || isFocusFree() || focused?.contains(holder) === true
    if (isFree && first) (checkedOf(holder, first) ?? first).focus()
    return true
  }
  if (focus()) return () => undefined
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect()
  })
  observer.observe(holder, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** In a radio group, the checked option gets the focus. */
function checkedOf(holder: HTMLElement, { type, name }: HTMLElement & { type?: string; name?: string }) {
  return type === 'radio'
    ? holder.querySelector<HTMLElement>(`input[type="radio"][name="${name}"]:checked`)
    : null
}

/** Focuses the first field of a page. Dialogs do it themselves. */
export function useFirstField(holder: RefObject<HTMLElement | null>, isWanted = true): void {
  useLayoutEffect(() => {
    if (!isWanted || !holder.current || holder.current.closest('dialog')) return undefined
    return focusFirstField(holder.current)
  }, [holder, isWanted])
}
