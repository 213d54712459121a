import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import {
  canvas,
  drag,
  element,
  saveTemplate,
  settingsPath,
  templates,
  textPositions,
} from '../card-editor.ts'
import { addMember, answerOf, expect, test, useServer } from '../fixtures.ts'
import { button, field, toasts } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer()
test.use({ as: 'admin' })

test.describe('cards', () => {
  test('are issued to members without a card, printed in one batch, and delivered', async ({ page, api }) => {
    await addMember(api, { name: 'Eulália Nobre Bacelar' })
    await page.goto('/cartoesSocio/emitir')
    await page.getByText('Já têm um cartão válido').click()
    const issue = page.getByRole('button', { name: /^Emitir \d+ cart/ })
    const count = Number(/\d+/.exec(await issue.innerText())?.[0])
    const words = `Emitir ${count} cartões`
    expect(count).toBeGreaterThan(0)
    await issue.click()
    await page.getByRole('dialog').getByRole('button', { name: words }).click()
    await expect(page.getByText('Emitida', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: words.replace('Emitir', 'Imprimir') }).click()
    const printing = page.getByRole('dialog')
    await printing.getByLabel('Um cartão por página (impressora de cartões)').click()
    await printing.getByRole('button', { name: 'Fazer o documento' }).click()
    await expect(page.getByText('Pronto', { exact: true }).first()).toBeVisible()
    const opened = page
      .context()
      .waitForEvent('request', (request) => /print_batches.*file/.test(request.url()))
    await page.getByRole('button', { name: 'Abrir o PDF' }).click()
    const batchId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const { url } = await answerOf<{ url: string }>(await api.get(`/api/print_batches/${batchId}/document`))
    expect(new URL((await opened).url()).pathname).toBe(url.split('?')[0])
    const sizes = await pageSizes(await (await api.get(url)).body())
    expect(sizes).toHaveLength(2 * count)
    expect(new Set(sizes)).toEqual(new Set(['85.6 × 54']))

    await page.getByRole('button', { name: 'Não saíram bem' }).click()
    const undoing = page.getByRole('dialog', { name: /^Pôr os cartões do lote n\.º.\d+ outra vez/ })
    await expect(undoing).toContainText(`Dos ${count} cart`)
    await undoing.getByRole('button', { name: 'Cancelar' }).click()

    await page.getByRole('link', { name: 'Ver os cartões deste lote' }).click()
    await page.getByText('Eulália Nobre Bacelar').click()
    await expect(page.getByText('Impresso', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Entregar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Entregar' }).click()
    await expect(toasts(page).getByText('Entrega registada.')).toBeVisible()
    await expect(page.getByText('Entregue', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('list', { name: 'Histórico' })).toContainText('registou a entrega')

    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Imprimir outra vez' }).click()
    const reprinting = page.getByRole('dialog', { name: /^Imprimir outra vez o cartão n\.º \d+\?$/ })
    await expect(reprinting).toContainText('com o mesmo código: o que já foi impresso continua a valer')
    await reprinting.getByRole('button', { name: 'Cancelar' }).click()
  })
})

test.describe('the editor', () => {
  test.use({ viewport: { width: 1440, height: 1000 } })

  test('a card drawn by mouse and keyboard is printed as shown in the editor', async ({ page, api }) => {
    await page.goto(settingsPath)
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
    await saveTemplate(page)
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
    const { url } = await answerOf<{ url: string }>(
      await api.get(`/api/membership_cards/${card._id}/document`),
    )
    const printed = (await textPositions(await (await api.get(url)).body())).get('Prova')
    expect(Math.abs((printed?.x ?? 0) - Number(left))).toBeLessThan(0.1)
    expect(Math.abs((printed?.y ?? 0) - Number(base))).toBeLessThan(0.1)
  })
})

/** The size of each page in millimetres. */
async function pageSizes(pdf: Buffer): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const sizes: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const [, , width = 0, height = 0] = (await document.getPage(number)).view
    sizes.push([width, height].map((points) => String(Math.round((points * 254) / 72) / 10)).join(' × '))
  }
  await loading.destroy()
  return sizes
}
