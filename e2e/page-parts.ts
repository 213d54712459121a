import { expect, type Locator, type Page } from '@playwright/test'

/** Waits until nothing of the page is still to come. */
export async function arrived(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
}

/** Waits until words are as wide as they stay. */
export async function fontsArrived(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

/** A field by its visible name; the star of required ones is no part of it. */
export function field(place: Page | Locator, label: string): Locator {
  const name = new RegExp(`^${label.replaceAll('.', '\\.')}( \\*)?$`)
  return place.getByLabel(name).and(place.locator('input, textarea, select'))
}

/** Chooses in a list that opens below its field. */
export async function choose(place: Page | Locator, label: string, option: string): Promise<void> {
  await field(place, label).click()
  await place.getByRole('option', { name: option, exact: true }).click()
}

/** What appears when something is unsaved. */
export function saveBar(page: Page): Locator {
  return page.getByRole('region', { name: 'Alterações por guardar' })
}

export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Avisos' })
}

/** The button of the menu about oneself. */
export function userMenu(page: Page, name: string): Locator {
  return page.getByRole('banner').getByRole('button', { name: new RegExp(`${name}.*menu`) })
}
