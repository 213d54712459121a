import type { APIRequestContext } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { answerOf, expect, type Locator, type Page } from './fixtures.ts'
import { saveBar, toasts } from './page-parts.ts'

export const settingsPath = '/configuracaoCartoesSocios'
export const canvas = (page: Page) => page.getByRole('group', { name: /^Desenho (da frente|do verso)$/ })
export const element = (page: Page, name: string) => canvas(page).getByRole('button', { name, exact: true })

interface Template {
  _id: string
  name: string
  front: { imageId: string | null; elements: { kind: string; text?: string; x: number; y: number }[] }
}

export async function templates(api: APIRequestContext): Promise<Template[]> {
  return answerOf(await api.get('/api/card_templates?_sort=order'))
}

export async function saveTemplate(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await expect(toasts(page)).toContainText('Guardado com sucesso.')
  // Checked at once, because the toast disappears.
  await toasts(page).getByRole('button', { name: 'Fechar' }).first().click()
  await expect(saveBar(page)).toHaveCount(0)
}

/** Drags an element by millimetres, with Alt, which turns snapping off. */
export async function drag(page: Page, what: Locator, [x, y]: [number, number]): Promise<void> {
  const scale = ((await canvas(page).boundingBox())?.width ?? 0) / 85.6
  const { x: left = 0, y: top = 0, width = 0, height = 0 } = (await what.boundingBox()) ?? {}
  const from = { x: left + width / 2, y: top + height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.keyboard.down('Alt')
  await page.mouse.move(from.x + (x * scale) / 2, from.y + (y * scale) / 2)
  await page.mouse.move(from.x + x * scale, from.y + y * scale)
  await page.mouse.up()
  await page.keyboard.up('Alt')
}

/** The start of each text on a page, in millimetres from the top left to the base line. */
export async function textPositions(pdf: Buffer): Promise<Map<string, { x: number; y: number }>> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const page = await (await loading.promise).getPage(1)
  const height = page.view[3] ?? 0
  const { items } = await page.getTextContent()
  const found = new Map<string, { x: number; y: number }>()
  for (const item of items) {
    if (!('str' in item)) continue
    const [, , , , x = 0, y = 0] = item.transform as number[]
    found.set(item.str, { x: (x / 72) * 25.4, y: ((height - y) / 72) * 25.4 })
  }
  await loading.destroy()
  return found
}
