import type { APIRequestContext } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import {
  addMember,
  answerOf,
  expect,
  ownOrganisation,
  test,
  useServer,
  visit,
  type Locator,
  type Page,
} from './fixtures.ts'
import { arrived, field, saveBar, toasts } from './page-parts.ts'
import { expectAccessible } from './violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin', viewport: { width: 1440, height: 1000 } })
test.describe.configure({ mode: 'serial' })

const settings = '/configuracaoCartoesSocios'
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const canvas = (page: Page) => page.getByRole('group', { name: /^Desenho (da frente|do verso)$/ })
const element = (page: Page, name: string) => canvas(page).getByRole('button', { name, exact: true })

interface Template {
  _id: string
  name: string
  front: { imageId: string | null; elements: { kind: string; text?: string; x: number; y: number }[] }
}

async function templates(api: APIRequestContext): Promise<Template[]> {
  return answerOf(await api.get('/api/card_templates?_sort=order'))
}

async function openTemplate(page: Page, api: APIRequestContext, name: string): Promise<void> {
  const found = (await templates(api)).find((one) => one.name === name)
  await page.goto(`${settings}/modelos/${found?._id}`)
  await expect(canvas(page).locator('svg')).toBeVisible()
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await expect(toasts(page)).toContainText('Guardado com sucesso.')
  // Checked at once, because the toast disappears.
  await toasts(page).getByRole('button', { name: 'Fechar' }).first().click()
  await expect(saveBar(page)).toHaveCount(0)
}

/** Drags an element by millimetres, with Alt, which turns snapping off. */
async function drag(page: Page, what: Locator, [x, y]: [number, number]): Promise<void> {
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

/** Runs in the page: presses, moves and releases before a render. Millimetres from the top left of the element. */
function dragAtOnce(what: Element, points: { from: number[]; to: number[] }): void {
  const { left, top } = what.getBoundingClientRect()
  const scale = (what.closest('fieldset')?.getBoundingClientRect().width ?? 0) / 85.6
  const send = (type: string, [x = 0, y = 0]: number[]) =>
    what.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        bubbles: true,
        clientX: left + x * scale,
        clientY: top + y * scale,
      }),
    )
  send('pointerdown', points.from)
  send('pointermove', points.to)
  send('pointerup', points.to)
}

/** The start of each text on a page, in millimetres from the top left to the base line. */
async function textPositions(pdf: Buffer): Promise<Map<string, { x: number; y: number }>> {
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

test('a card drawn by mouse and keyboard is printed as shown in the editor', async ({ page, api }) => {
  await page.goto(settings)
  await button(page, 'Novo modelo de cartão').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Azulejo' }).first().click()
  await expect(page).toHaveURL(/\/modelos\/novo\?de=Azulejo$/)
  await field(page, 'Nome').fill('Cartão do clube')
  await button(page, 'Texto').click()
  await expect(element(page, 'Texto: Texto')).toBeFocused()
  // Typing on the canvas replaces the chosen text.
  await page.keyboard.type('Prova')
  await expect(field(page, 'O que diz')).toHaveValue('Prova')
  await drag(page, element(page, 'Texto: Prova'), [5, -4.5])
  await expect(field(page, 'Da esquerda')).toHaveValue('32,8')
  await expect(field(page, 'De cima')).toHaveValue('19,99')

  await element(page, 'Texto: Prova').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(field(page, 'Da esquerda')).toHaveValue('33,9')
  await page.keyboard.press('Control+ArrowRight')
  await expect(field(page, 'Largura')).toHaveValue('30,1')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(field(page, 'Da esquerda')).toHaveValue('27,8')
  for (const _ of [1, 2, 3]) await page.keyboard.press('Control+Shift+z')
  await expect(field(page, 'Da esquerda')).toHaveValue('33,9')
  await expect(field(page, 'Largura')).toHaveValue('30,1')

  await page.keyboard.press('Control+d')
  await expect(element(page, 'Texto: Prova')).toHaveCount(2)
  await page.keyboard.press('Delete')
  await expect(element(page, 'Texto: Prova')).toHaveCount(1)
  await expectAccessible(page)
  await save(page)
  await expect(page).toHaveURL(/\/modelos\/[0-9a-f-]{36}$/)
  await page.reload()
  await element(page, 'Texto: Prova').focus()
  await expect(field(page, 'Da esquerda')).toHaveValue('33,9')

  // The picture contains outlines instead of text; the last one belongs to the last element.
  const place = await canvas(page).locator('svg > g > path').last().getAttribute('transform')
  const [, left, base] = /translate\(([\d.]+) ([\d.]+)\)/.exec(place ?? '') ?? []
  const member = await addMember(api, { name: 'Ana Moita' })
  const made = (await templates(api)).find(({ name }) => name === 'Cartão do clube')
  const card = await answerOf<{ _id: string }>(
    await api.post('/api/membership_cards', { data: { memberId: member._id, templateId: made?._id } }),
  )
  const { url } = await answerOf<{ url: string }>(await api.get(`/api/membership_cards/${card._id}/document`))
  const printed = (await textPositions(await (await api.get(url)).body())).get('Prova')
  expect(Math.abs((printed?.x ?? 0) - Number(left))).toBeLessThan(0.1)
  expect(Math.abs((printed?.y ?? 0) - Number(base))).toBeLessThan(0.1)
})

test('elements are resized, aligned together and selected by a frame', async ({ page, api }) => {
  await openTemplate(page, api, 'Azulejo')
  await page.getByText('Verso', { exact: true }).click()
  await expect(canvas(page)).toHaveAccessibleName('Desenho do verso')
  const code = element(page, 'Código QR: Código QR')
  await code.click()
  await expect(field(page, 'Largura')).toHaveValue('27')
  await drag(page, canvas(page).locator('[data-handle="se"]'), [-3, 0])
  await expect(field(page, 'Largura')).toHaveValue('24')
  await expect(field(page, 'Altura')).toHaveValue('24')
  await page.keyboard.press('Control+a')
  await button(page, 'Alinhar à esquerda').click()
  // A press without movement selects one of several alone.
  await element(page, 'Código de barras: Código de barras').click()
  await expect(field(page, 'Da esquerda')).toHaveValue('0')
  await button(page, 'Desfazer').click()
  await button(page, 'Desfazer').click()
  await expect(saveBar(page)).toHaveCount(0)

  // From an empty place over two lines of text.
  const { x = 0, y = 0, width = 0 } = (await canvas(page).boundingBox()) ?? {}
  const at = (millimetres: number) => (millimetres * width) / 85.6
  await page.mouse.move(x + at(84), y + at(31.8))
  await page.mouse.down()
  await page.mouse.move(x + at(80), y + at(37))
  await page.mouse.up()
  await expect(canvas(page).getByRole('button', { pressed: true })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(canvas(page).getByRole('button', { pressed: true })).toHaveCount(0)

  // So fast that nothing renders between press and release.
  await canvas(page).evaluate(dragAtOnce, { from: [84, 31.8], to: [80, 37] })
  await expect(canvas(page).getByRole('button', { pressed: true })).toHaveCount(2)
  await code.evaluate(dragAtOnce, { from: [3, 3], to: [-5, 3] })
  await expect(saveBar(page)).toBeVisible()
})

test('inputs and picture follow a drag, Escape cancels it, and typed numbers move the element at once', async ({
  page,
  api,
}) => {
  await openTemplate(page, api, 'Azulejo')
  await button(page, 'Texto').click()
  await field(page, 'O que diz').fill('Prova')
  const words = element(page, 'Texto: Prova')
  const outline = canvas(page).locator('[data-element]').last()
  const leftOf = async (what: Locator) => (await what.boundingBox())?.x ?? 0
  const scale = ((await canvas(page).boundingBox())?.width ?? 0) / 85.6
  const initialX = await field(page, 'Da esquerda').inputValue()
  await expect
    .poll(async () => Math.abs((await leftOf(outline)) - (await leftOf(words))))
    .toBeLessThan(3 * scale)
  // The picture is drawn again once the font is there.
  const settledLeftOf = async (what: Locator) => {
    let last = Number.NaN
    await expect
      .poll(async () => {
        const before = last
        last = await leftOf(what)
        return last === before
      })
      .toBe(true)
    return last
  }
  const [box, ink] = [await settledLeftOf(words), await settledLeftOf(outline)]

  const { x = 0, y = 0, width = 0, height = 0 } = (await words.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.keyboard.down('Alt')
  await page.mouse.move(x + width / 2 + 4 * scale, y + height / 2)
  await page.mouse.move(x + width / 2 + 10 * scale, y + height / 2)
  const moved = String(Math.round(10 * (Number(initialX.replace(',', '.')) + 10)) / 10).replace('.', ',')
  await expect(field(page, 'Da esquerda')).toHaveValue(new RegExp(`^${moved}`))
  expect((await leftOf(words)) - box).toBeCloseTo(10 * scale, -1)
  expect((await leftOf(outline)) - ink).toBeCloseTo(10 * scale, -1)
  await page.keyboard.up('Alt')
  await page.keyboard.press('Escape')
  await expect(field(page, 'Da esquerda')).toHaveValue(initialX)
  expect(await leftOf(words)).toBeCloseTo(box, 0)
  await expect.poll(() => leftOf(outline)).toBeCloseTo(ink, 0)
  await page.mouse.move(x + width / 2 + 20 * scale, y + height / 2)
  await page.mouse.up()
  await expect(field(page, 'Da esquerda')).toHaveValue(initialX)
  await expect(words).toHaveAttribute('aria-pressed', 'true')

  await field(page, 'Da esquerda').fill('5')
  expect((await leftOf(words)) - (await leftOf(canvas(page)))).toBeCloseTo(5 * scale, -1)
  await expect(field(page, 'Da esquerda')).toBeFocused()
  await words.focus()
  await page.keyboard.press('ArrowRight')
  await expect(field(page, 'Da esquerda')).toHaveValue('5,1')
  await page.keyboard.press('Escape')
  await expect(words).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Descartar' }).click()
})

test('print problems prevent saving; a background picture can be uploaded, another file not', async ({
  page,
  api,
  problems,
}) => {
  await test.step('print problems show while drawing, and prevent saving', async () => {
    problems.expect(/status of 422/)
    await openTemplate(page, api, 'Faixa')
    const words = element(page, 'Texto: Categoria')
    await words.focus()
    await field(page, 'Da esquerda').fill('1')
    await expect(page.getByText('Categoria: sai da zona segura do cartão.')).toBeVisible()
    await expect(words).toHaveAccessibleDescription(/sai da zona segura/)
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('alert')).toContainText('sai da zona segura do cartão.')
    await button(page, 'Alinhar à esquerda').click()
    await expect(field(page, 'Da esquerda')).toHaveValue('3')
    await save(page)
    await field(page, 'Da esquerda').fill('muito')
    await expect(field(page, 'Da esquerda')).toHaveAttribute('aria-invalid', 'true')
    await expect(saveBar(page)).toHaveCount(0)
  })

  await test.step('a background picture can be uploaded, and another kind of file is refused with a message', async () => {
    problems.expect(/status of 415/)
    await openTemplate(page, api, 'Retrato')
    const send = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: /Pôr imagem de fundo|Trocar a imagem/ }).click()
      await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
    }
    await send('fundo.png', Buffer.from('isto não é uma imagem'))
    await expect(toasts(page)).toContainText('Envie PNG ou JPEG.')
    await toasts(page).getByRole('button', { name: 'Fechar' }).click()
    const picture = sharp({ create: { width: 300, height: 480, channels: 3, background: '#cce0f0' } })
    await send('fundo.png', await picture.png().toBuffer())
    await expect(page.getByText(/só 141 pontos por polegada/)).toBeVisible()
    const shown = canvas(page).locator('svg > image')
    await expect(shown).toHaveCount(1)
    const file = await api.get((await shown.getAttribute('href')) ?? '')
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/png'])
    await save(page)
    expect((await templates(api)).find(({ name }) => name === 'Retrato')?.front.imageId).not.toBeNull()
    await button(page, 'Retirar').click()
    await expect(shown).toHaveCount(0)
    await page.getByRole('link', { name: 'Configuração de cartões' }).click()
    await button(page.getByRole('dialog'), 'Continuar a editar').click()
    await button(page, 'Descartar').click()
  })
})

test('settings of cards are saved and used in the calibration page', async ({ page, api }) => {
  await page.goto(`${settings}?separador=impressao`)
  const calibrate = button(page, 'Página de calibração')
  await field(page, 'Para a direita').fill('0,5')
  await field(page, 'Para baixo').fill('-0,3')
  await expect(calibrate).toBeDisabled()
  await page.keyboard.press('Control+s')
  await expect(toasts(page)).toContainText('Guardado com sucesso.')
  await page.reload()
  await expect(field(page, 'Para a direita')).toHaveValue('0,5')
  const link = page.waitForResponse((response) => response.url().includes('/api/card_calibration?layout='))
  await calibrate.click()
  const { data } = (await (await link).json()) as { data: { url: string } }
  const text = [...(await textPositions(await (await api.get(data.url)).body())).keys()].join(' ')
  expect(text).toContain('0,5; −0,3')

  await visit(page, `${settings}?separador=carta`)
  await field(page, 'Texto da carta que acompanha o cartão').fill('Segue o cartão ')
  await button(page, 'Inserir dado na carta').click()
  await page.getByRole('button', { name: /^Número/ }).click()
  await expect(page.getByRole('region', { name: 'Carta', exact: true })).toContainText('Segue o cartão 1248')
  await page.keyboard.press('Control+s')
  await expect(toasts(page)).toContainText('Guardado com sucesso.')
  await expect(saveBar(page)).toHaveCount(0)
  await visit(page, settings)
  await expect(page.getByRole('article', { name: 'Retrato' }).locator('svg').first()).toBeVisible()
})

test('the editor and the settings fit every window, with a note on phones', async ({ page, api }) => {
  const [template] = await templates(api)
  await page.addInitScript(() => localStorage.setItem('fontSize', '19'))
  await page.setViewportSize({ width: 320, height: 800 })
  const tabs = ['modelos', 'validade', 'impressao', 'carta', 'verificacao']
  await page.goto(settings)
  for (const path of [
    `${settings}/modelos/${template?._id}`,
    ...tabs.map((tab) => `${settings}?separador=${tab}`),
  ]) {
    await visit(page, path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await arrived(page)
    if (path.includes('/modelos/')) {
      await expect(page.getByText('Desenhar pede um ecrã maior.')).toBeVisible()
      await page.getByRole('button', { name: 'Nome no cartão', exact: true }).click()
      await expect(field(page, 'Largura')).toBeVisible()
    }
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), path)
      .toBeLessThanOrEqual(320)
  }
})
