/** Focuses a rendered row, or its link if rows are not focusable. Returns whether the row exists. */
export function focusRow(holder: HTMLElement | null, index: number): boolean {
  const row = holder?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const target = row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>('a, button')
  target?.focus({ preventScroll: true })
  return row !== undefined && row !== null
}
