import { expect, type Locator, type Page } from '@playwright/test'

/** Selector of what the page marks as loading. */
export const loadingMarks = '[aria-busy="true"], .mantine-Skeleton-root, output[aria-label="A carregar…"]'

/** Waits until nothing on the page is loading. */
export async function arrived(page: Page): Promise<void> {
  await expect(page.locator(loadingMarks)).toHaveCount(0)
}

/** Waits for the fonts, which change the width of texts. */
export async function fontsArrived(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

export const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Runs an action of the selected rows: from their bar, or from its menu where the bar has no room for it. */
export async function runOnSelection(page: Page, name: string): Promise<void> {
  const bar = region(page, 'Linhas selecionadas')
  const action = button(bar.or(page.getByRole('dialog', { name: 'Mais ações' })), name)
  const more = button(bar, 'Mais')
  await expect(action.or(more).first()).toBeVisible()
  if (!(await action.isVisible())) await more.click()
  await action.click()
}

/** Matches the text with any kind of spaces. */
export const anySpaces = (text: string) =>
  new RegExp(text.replaceAll(/[.()+*]/g, '\\$&').replaceAll(' ', '\\s'))

/** A field by its label, without the asterisk of required ones. */
export function field(place: Page | Locator, label: string): Locator {
  const name = new RegExp(`^${label.replaceAll('.', '\\.')}( \\*)?$`)
  return place.getByLabel(name).and(place.locator('input, textarea, select'))
}

/** Chooses an option of a select. */
export async function choose(place: Page | Locator, label: string, option: string): Promise<void> {
  await field(place, label).click()
  await place.getByRole('option', { name: option, exact: true }).click()
}

/** The bar that appears when there are unsaved changes. */
export function saveBar(page: Page): Locator {
  return page.getByRole('region', { name: 'Alterações por guardar' })
}

export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Avisos' })
}

/** The button of the user's own menu. */
export function userMenu(page: Page, name: string): Locator {
  return page.getByRole('banner').getByRole('button', { name: new RegExp(`${name}.*menu`) })
}
