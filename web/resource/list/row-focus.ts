/** Puts the focus on a row that is drawn, or on what opens it where rows hold none themselves. Answers whether there was one. */
export function focusRow(holder: HTMLElement | null, index: number): boolean {
  const row = holder?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const target = row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>('a, button')
  target?.focus({ preventScroll: true })
  return row !== undefined && row !== null
}
