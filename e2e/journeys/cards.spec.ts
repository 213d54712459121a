import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { samplePhoto } from '../../server/testing/sample-photo.ts'
import {
  canvas,
  drag,
  element,
  saveTemplate,
  settingsPath,
  templates,
  textPositions,
} from '../card-editor.ts'
import { addCard, rows, scanPath } from '../card-scanner.ts'
import { addMember, answerOf, expect, test, useServer, visit, type Page } from '../fixtures.ts'
import { button, field, toasts } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer()
test.use({ as: 'admin' })

test.describe('cards', () => {
  test('are issued to members without a card, printed in one batch, and delivered', async ({ page, api }) => {
    await addMember(api, { name: 'Eulália Nobre Bacelar' })
    await page.goto('/cartoesSocio/emitir')
    await page.getByText('Já tem um cartão válido').click()
    const issue = page.getByRole('button', { name: /^Emitir \d+ cart/ })
    const words = await issue.innerText()
    const count = Number(/\d+/.exec(words)?.[0])
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

test.describe('the scanner', () => {
  test('codes are read without a camera, and the result is large', async ({ page, api }) => {
    await test.step('a missing camera is explained, with alternatives', async () => {
      await page.goto(scanPath)
      await page.getByRole('button', { name: 'Ligar a câmara' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'câmara' })).toContainText(
        'use um leitor ou o teclado',
      )
      await expect(page.getByRole('button', { name: 'Ligar a câmara' })).toBeVisible()
    })

    await test.step('codes are typed, pasted and read by keyboard readers, and exported', async () => {
      const [first, second] = [await addCard(api, 'Horácio Neto Prata'), await addCard(api, 'Ilda Vaz Serra')]
      await visit(page, scanPath)
      await page.getByRole('button', { name: 'Nova lista' }).click()
      const code = field(page, 'Código do cartão')
      await code.fill(`https://outro.exemplo.pt/v/${first.code}`)
      await code.press('Enter')
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page).first()).toContainText('Horácio P.')
      await expect(code).toHaveValue('')

      // A barcode reader sends keys to the focused element: a focused button must not be pressed, and the keyboard layout may differ.
      await page.getByRole('button', { name: 'Nova lista' }).focus()
      await readByKeyboard(page, `httpsÇ--exemplo.pt-v-${second.code}`)
      await expect(rows(page)).toHaveCount(2)
      await expect(rows(page).first()).toContainText('Ilda S.')
      await readByKeyboard(page, first.code)
      await expect(rows(page)).toHaveCount(3)
      await expect(rows(page).first()).toContainText(/Repetido: 1\.ª vez às \d\d:\d\d/)
      await readByKeyboard(page, 'https://www.exemplo.pt/bilhete')
      await expect(rows(page).first()).toContainText('Desconhecido')
      await expect(page.getByRole('dialog')).toHaveCount(0)

      // Another window of the same list, and the page after a reload, show all checks.
      const again = await page.context().newPage()
      await again.goto(page.url())
      await expect(rows(again)).toHaveCount(4)
      await readByKeyboard(again, second.code)
      await expect(rows(page)).toHaveCount(5)

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Exportar' }).click()
      const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
      expect(lines[0]).toBe(
        '\ufeffData;Hora;N.º de sócio;Nome;Categoria;Estado;Válido até;Repetido;Verificado',
      )
      expect(lines[1]).toMatch(
        new RegExp(
          `^\\d\\d/\\d\\d/\\d{4};\\d\\d:\\d\\d;${first.memberNumber};Horácio P\\.;Efetivo;Válido;31/12/\\d{4};;Sim$`,
        ),
      )
      expect(lines[3]).toMatch(/Horácio P\..*;1\.ª vez às \d\d:\d\d;Sim$/)
      expect(lines[4]).toMatch(/;https:\/\/www\.exemplo\.pt\/bilhete;;Desconhecido;;;Sim$/)
      expect(lines).toHaveLength(7)

      const sound = page.getByRole('button', { name: 'Som' })
      await sound.click()
      await page.getByRole('button', { name: 'Nova lista' }).click()
      await expect(rows(page)).toHaveCount(0)
      await page.reload()
      await expect(sound).toHaveAttribute('aria-pressed', 'false')
    })

    await test.step('the result is large, with photo and record of the member; members without a card are found by name', async () => {
      const card = await addCard(api, 'Matilde Roxo Campos')
      const file = { name: 'cara.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto(7) }
      expect((await api.post(`/api/member_photos/${card.memberId}`, { multipart: { file } })).ok()).toBe(true)
      const without = await addMember(api, { name: 'Nuno Sem Cartão Pires' })
      await visit(page, scanPath)
      await page.getByRole('button', { name: 'Nova lista' }).click()
      const verdict = page.getByRole('region', { name: 'Último cartão' })
      await expect(verdict).toContainText('À espera do primeiro cartão')
      await readByKeyboard(page, card.code)
      const title = verdict.getByText('Cartão válido', { exact: true })
      await expect(title).toBeVisible()
      const size = await title.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
      expect(size).toBeGreaterThanOrEqual(32)
      await expect(async () => {
        const { width = 0, height = 0 } = (await verdict.boundingBox()) ?? {}
        const column = (await verdict.locator('..').boundingBox())?.width ?? 0
        expect(width).toBeCloseTo(column, 0)
        expect(height).toBeGreaterThan(300)
      }).toPass()
      await expect(verdict.getByRole('img', { name: 'Fotografia de Matilde Roxo Campos' })).toBeVisible()
      await expect(
        verdict.getByRole('link', { name: 'Abrir a ficha de Matilde Roxo Campos' }),
      ).toHaveAttribute('href', `/socios/${card.memberId}`)

      // Found by name: a member with a card counts like a scan, one without as «sem cartão»; each counts once.
      const search = page.getByRole('combobox', { name: 'Sem o cartão: pesquisar pelo nome ou número' })
      await search.fill('matilde roxo')
      await expect(page.getByRole('option')).toHaveCount(1)
      await search.press('Enter')
      await expect(verdict).toContainText('Cartão válido (repetido)')
      await search.fill(String(without.memberNumber))
      await expect(page.getByRole('option').first()).toContainText('Nuno Sem Cartão Pires')
      await search.press('Enter')
      await expect(verdict.getByText('Sem cartão', { exact: true })).toBeVisible()
      await expect(verdict).not.toContainText('válido')
      await expect(rows(page).first()).toContainText('Nuno Sem Cartão Pires')
      const counts = page.getByRole('list', { name: 'Contagem por estado' })
      await expect(counts).toContainText('2 entradas')
      await expect(counts).toContainText('Válido: 1')
      await expect(counts).toContainText('Sem cartão: 1')
      await expect(counts).toContainText('Repetido: 1')
      await page.reload()
      await expect(rows(page)).toHaveCount(3)
      await expect(counts).toContainText('2 entradas')
    })
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

/** Types like a keyboard reader: all keys at once, to the focused element. */
async function readByKeyboard(page: Page, text: string): Promise<void> {
  await page.evaluate(
    (keys) => {
      for (const key of keys)
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
    },
    [...text, 'Enter'],
  )
}
