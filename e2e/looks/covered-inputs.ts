import type { Page } from '../fixtures.ts'
import { checkInPage, seenTwice } from '../rest.ts'

/**
 * The inputs of the topmost layer, or of the page, of which a sticky or fixed part covers anything when they get the focus, in the order of
 * Tab. Focusing scrolls an input into view.
 */
export function coveredInputsOf(page: Page): Promise<string[]> {
  return seenTwice(page, () => checkInPage(page, 'findCoveredInputs', () => source))
}

const source = `window.findCoveredInputs = ${String(findCoveredInputs)}`

/** Runs in the page as text, so it refers to nothing outside of itself. */
async function findCoveredInputs(): Promise<string[]> {
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const inputs = [
    ...root.querySelectorAll<HTMLElement>('input, textarea, select, [contenteditable="true"]'),
  ].filter(
    (input) =>
      input.tabIndex >= 0 &&
      !input.matches(':disabled') &&
      input.closest('[inert], .visually-hidden') === null &&
      input.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      input.getBoundingClientRect().width > 2,
  )
  const found: string[] = []
  for (const input of inputs) {
    input.focus()
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const cover = coverOf(input)
    if (cover) found.push(`${describe(input)} by ${describe(cover)}`)
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return found

  function coverOf(input: HTMLElement): Element | undefined {
    const { left, right, top, height } = input.getBoundingClientRect()
    // Of a long text, the beginning.
    const bottom = top + Math.min(height, 96)
    const inset = 2
    const points = [left + inset, (left + right) / 2, right - inset].flatMap((x) =>
      [top + inset, bottom - inset].map((y) => [x, y] as const),
    )
    for (const [x, y] of points) {
      const hit = document.elementFromPoint(x, y)
      const part = hit && floatingOf(hit)
      // Hints, options and toasts go away by themselves.
      if (part && !part.contains(input) && !part.matches('[data-portal], section[aria-label="Avisos"]'))
        return part
    }
    return undefined
  }

  function floatingOf(element: Element): Element | undefined {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/sticky|fixed/.test(getComputedStyle(at).position)) return at
    return undefined
  }

  function describe(element: Element): string {
    const label = (element as HTMLInputElement).labels?.[0]?.textContent
    const name = element.getAttribute('aria-label') ?? label ?? element.textContent ?? ''
    return `${element.localName}.${[...element.classList].join('.')} «${name.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}»`
  }
}
