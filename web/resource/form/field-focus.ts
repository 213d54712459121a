import { useEffect, useRef } from 'react'
import { isFocusFree } from '../../ui/page-heading.tsx'
import type { FormControls } from './use-record-form.ts'

/** DOM id of a field's input. */
export function fieldId(form: string, field: string): string {
  return `${form}-${field}`
}

/** Scrolls to a field and focuses it. */
export function focusField(form: string, field: string): void {
  const control = document.getElementById(fieldId(form, field))
  if (!control) return
  const inputs = 'input, textarea, button, select'
  // In a rich text, the text comes after the buttons of its toolbar.
  const focusable = control.matches(inputs)
    ? control
    : (control.querySelector<HTMLElement>('[contenteditable="true"]') ??
      control.querySelector<HTMLElement>(inputs))
  control.scrollIntoView({ block: 'center' })
  focusable?.focus({ preventScroll: true })
}

/** Focuses the first invalid field after the server refuses a save, unless the person moved the focus meanwhile. */
export function useFocusOnRefusal({
  id,
  saving,
  wrong,
}: Pick<FormControls, 'id' | 'saving' | 'wrong'>): void {
  /** The focused element when the save began; undefined while none is running. */
  const before = useRef<Element | null>(undefined)
  const first = wrong[0]
  useEffect(() => {
    if (saving) {
      if (before.current === undefined) before.current = document.activeElement
      return
    }
    const now = document.activeElement
    const isSame = now === before.current || isFocusFree()
    if (before.current !== undefined && isSame && first !== undefined) focusField(id, first)
    before.current = undefined
  }, [id, saving, first])
}
