import { useLayoutEffect, type RefObject } from 'react'

/** Stands on what will be a field once its code is there. */
export const comingField = { 'data-coming-field': true }

// Of what cannot be written in, only lists to choose from.
const fields = [
  'input:not([disabled]):not([readonly]):not([type="file"]):not([tabindex="-1"])',
  'input[aria-haspopup]:not([disabled])',
  'textarea:not([disabled]):not([readonly])',
  '[data-coming-field]',
].join()

/**
 * Gives the focus to the first field of what has just been drawn, when its code has arrived, unless the person has put it elsewhere
 * meanwhile. Not on touch screens, where the keyboard would cover what is to be read first.
 */
export function focusFirstField(holder: HTMLElement): () => void {
  if (!matchMedia('(hover: hover)').matches) return () => undefined
  const before = document.activeElement
  const focus = () => {
    const first = holder.querySelector<HTMLElement>(fields)
    if (first?.matches('[data-coming-field]')) return false
    const isFree = document.activeElement === before || document.activeElement === document.body
    if (isFree && first) (chosenOf(holder, first) ?? first).focus()
    return true
  }
  if (focus()) return () => undefined
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect()
  })
  observer.observe(holder, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** Of choices beside each other, the one that is taken has the focus. */
function chosenOf(holder: HTMLElement, { type, name }: HTMLElement & { type?: string; name?: string }) {
  return type === 'radio'
    ? holder.querySelector<HTMLElement>(`input[type="radio"][name="${name}"]:checked`)
    : null
}

/** A page that begins in its first field. In a dialog, the dialog does it. */
export function useFirstField(holder: RefObject<HTMLElement | null>, isWanted = true): void {
  useLayoutEffect(() => {
    if (!isWanted || !holder.current || holder.current.closest('dialog')) return undefined
    return focusFirstField(holder.current)
  }, [holder, isWanted])
}
