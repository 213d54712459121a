import type { Page } from '../fixtures.ts'

/** Maximum of pictures of one long screen. */
const maxPictures = 4

/** Pictures of the open modal, or of the page, from top to bottom; of long lists only the beginning. */
export async function* windowsOf(page: Page): AsyncGenerator<Buffer> {
  for (let number = 1; number <= maxPictures; number++) {
    yield await pictureOf(page)
    if (!(await page.evaluate(scrollOn))) break
  }
  await page.evaluate(scrollBack)
}

export function pictureOf(page: Page): Promise<Buffer> {
  return page.screenshot({ type: 'jpeg', quality: 90, animations: 'disabled' })
}

/** Scrolls almost one window further; false at the end. */
function scrollOn(): boolean {
  const dialog = document.querySelector('dialog[open]:modal')
  if (!dialog && document.querySelector('main [role="grid"]')) return false
  const places = dialog ? [dialog] : document.querySelectorAll('main, :has(> main), html')
  const place =
    [...places].find(
      (element) =>
        element.scrollHeight > element.clientHeight + 24 &&
        /auto|scroll/.test(getComputedStyle(element).overflowY),
    ) ?? (dialog ? undefined : document.documentElement)
  if (!place) return false
  const before = place.scrollTop
  place.scrollTop += place.clientHeight * 0.9
  return place.scrollTop > before + 24
}

function scrollBack(): void {
  for (const place of document.querySelectorAll('dialog[open], main, :has(> main), html')) place.scrollTop = 0
}
