import { useEffect, useRef } from 'react'
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

/** Focuses the first invalid field after the server refuses a save. */
export function useFocusOnRefusal({
  id,
  saving,
  wrong,
}: Pick<FormControls, 'id' | 'saving' | 'wrong'>): void {
  const wasSaving = useRef(false)
  const first = wrong[0]
  useEffect(() => {
    if (wasSaving.current && !saving && first !== undefined) focusField(id, first)
    wasSaving.current = saving
  }, [id, saving, first])
}
