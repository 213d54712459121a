import type { Page } from '../fixtures.ts'
import { checkInPage, seenTwice } from '../rest.ts'

/**
 * Controls of the topmost layer, or of the page, of which a finger reaches less than 40 px in a direction. Links in a text and parts of
 * charts are as large as what they are in.
 */
export function smallTargetsOf(page: Page): Promise<string[]> {
  return seenTwice(page, () => checkInPage(page, 'findSmallTargets', () => source))
}

const source = `window.findSmallTargets = ${String(findSmallTargets)}`

/** Runs in the page as text, so it refers to nothing outside of itself. */
function findSmallTargets(): string[] {
  const least = 40
  const controls =
    'button, input, select, textarea, summary, a.mantine-Button-root, nav a, [role="menuitem"], [role="option"], [role="tab"]'
  const layers = 'dialog[open], :popover-open:not([aria-hidden="true"]), [role="dialog"], [role="menu"]'
  const root = [...document.querySelectorAll(layers)].filter(isShown).at(-1) ?? document.body
  // Rows are alike.
  const alike = ':is([aria-rowindex], tr, li, [role="option"]):nth-child(n + 6)'
  const found = [...root.querySelectorAll(controls)]
    .filter((element) => isShown(element) && element.closest(`${alike}, [inert], :disabled`) === null)
    .flatMap((element) => {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const middle = { x: left + width / 2, y: top + height / 2 }
      const wide = reach(element, middle, 1, 0) + reach(element, middle, -1, 0)
      const high = reach(element, middle, 0, 1) + reach(element, middle, 0, -1)
      const name =
        element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent
      // Of neighbours that touch, each may lose the px where they meet.
      return wide < least - 1 || high < least - 1
        ? [`${wide} × ${high}: ${element.localName}.${element.className} «${name.trim().slice(0, 40)}»`]
        : []
    })
  return [...new Set(found)]

  /** At how many px from the middle, at most 40, a press still goes to the element or its label. */
  function reach(element: Element, { x, y }: { x: number; y: number }, right: number, down: number): number {
    let distance = 0
    while (distance < least && isHit(element, x + right * (distance + 0.5), y + down * (distance + 0.5)))
      distance++
    return distance
  }

  function isHit(element: Element, x: number, y: number): boolean {
    const hit = document.elementFromPoint(x, y)
    if (!hit) return false
    // The box of a field with several values gives the press to its input.
    const box = element.closest('label, .mantine-Input-input') ?? element
    const label = hit.closest('label')
    return box.contains(hit) || label?.control === element
  }

  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    const isDrawn = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    return isDrawn && width > 1 && height > 1 && element.closest('.visually-hidden') === null
  }
}
