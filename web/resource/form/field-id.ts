/** DOM id of a field's input. */
export function fieldId(form: string, field: string): string {
  return `${form}-${field}`
}

/** Scrolls to a field and focuses it. */
export function focusField(form: string, field: string): void {
  const control = document.getElementById(fieldId(form, field))
  if (!control) return
  const focusable = control.matches('input, textarea, button, select')
    ? control
    : control.querySelector<HTMLElement>('input, textarea, button, select')
  control.scrollIntoView({ block: 'center' })
  focusable?.focus({ preventScroll: true })
}
