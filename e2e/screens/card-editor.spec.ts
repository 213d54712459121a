import type { APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import { expect, ownOrganisation, test, useServer, visit, type Locator, type Page } from '../fixtures.ts'
import { arrived, field, saveBar, toasts, button } from '../page-parts.ts'
import {
  canvas,
  drag,
  element,
  saveTemplate,
  settingsPath,
  templates,
  textPositions,
} from '../card-editor.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin', viewport: { width: 1440, height: 1000 } })
test.describe.configure({ mode: 'serial' })

async function openTemplate(page: Page, api: APIRequestContext, name: string): Promise<void> {
  const found = (await templates(api)).find((one) => one.name === name)
  await page.goto(`${settingsPath}/modelos/${found?._id}`)
  await expect(canvas(page).locator('svg')).toBeVisible()
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
    await saveTemplate(page)
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
    await saveTemplate(page)
    expect((await templates(api)).find(({ name }) => name === 'Retrato')?.front.imageId).not.toBeNull()
    await button(page, 'Retirar').click()
    await expect(shown).toHaveCount(0)
    await page.getByRole('link', { name: 'Configuração de cartões' }).click()
    await button(page.getByRole('dialog'), 'Continuar a editar').click()
    await button(page, 'Descartar').click()
  })
})

test('settings of cards are saved and used in the calibration page', async ({ page, api }) => {
  await page.goto(`${settingsPath}?separador=impressao`)
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

  await visit(page, `${settingsPath}?separador=carta`)
  await field(page, 'Texto da carta que acompanha o cartão').fill('Segue o cartão ')
  await button(page, 'Inserir dado na carta').click()
  await page.getByRole('button', { name: /^Número/ }).click()
  await expect(page.getByRole('region', { name: 'Carta', exact: true })).toContainText('Segue o cartão 1248')
  await page.keyboard.press('Control+s')
  await expect(toasts(page)).toContainText('Guardado com sucesso.')
  await expect(saveBar(page)).toHaveCount(0)
  await visit(page, settingsPath)
  await expect(page.getByRole('article', { name: 'Retrato' }).locator('svg').first()).toBeVisible()
})

test('the editor and the settings fit every window, with a note on phones', async ({ page, api }) => {
  const [template] = await templates(api)
  await page.addInitScript(() => localStorage.setItem('fontSize', '19'))
  await page.setViewportSize({ width: 320, height: 800 })
  const tabs = ['modelos', 'validade', 'impressao', 'carta', 'verificacao']
  await page.goto(settingsPath)
  for (const path of [
    `${settingsPath}/modelos/${template?._id}`,
    ...tabs.map((tab) => `${settingsPath}?separador=${tab}`),
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
