import { readFile } from 'node:fs/promises'
import { readPdf } from '../server/testing/read-pdf.ts'
import { readZip } from '../server/testing/read-zip.ts'
import { pdfOf } from '../server/testing/sample-pdf.ts'
import { answerOf, expect, test, type Page, useServer, visit } from './fixtures.ts'
import { choose, field } from './page-parts.ts'

useServer()
test.use({ as: 'admin' })

const code =
  'A:503504564*B:999999990*C:PT*D:FT*E:N*F:20260315*G:FT A/1*H:ABCD1234-1*I1:PT*I7:100.00*I8:23.00*N:23.00*O:123.00*Q:abcd*R:1234'

const roofCode = code
  .replaceAll('FT A/1', 'FT A/2')
  .replace('N:23.00', 'N:46.00')
  .replace('O:123.00', 'O:246.00')

/** Drops files from outside of the browser. */
async function drop(page: Page, files: Record<string, Buffer>): Promise<void> {
  const given = Object.entries(files).map(([name, content]) => ({ name, text: content.toString('base64') }))
  const transfer = await page.evaluateHandle((list) => {
    const dropped = new DataTransfer()
    for (const { name, text } of list) {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
      dropped.items.add(new File([bytes], name, { type: 'application/pdf' }))
    }
    return dropped
  }, given)
  await page.getByText('Arraste para aqui').dispatchEvent('drop', { dataTransfer: transfer })
}

test('three dropped PDFs become documents: filled by their QR, seen, shared and downloaded', async ({
  page,
  request,
  problems,
}) => {
  problems.expect(/415/)
  await test.step('drop: each file has its outcome', async () => {
    await page.goto('/tesouraria/documentos/multiplos')
    await drop(page, {
      'luz.pdf': await pdfOf('Eletricidade, página', { pages: 3, code }),
      'contrato.pdf': await pdfOf('Contrato'),
      'programa.pdf': Buffer.from('MZ nada'),
    })
    const list = page.getByRole('region', { name: 'Ficheiros' })
    await expect(list.getByText('Preenchido pelo código QR.')).toBeVisible()
    await expect(list.getByText('Por preencher.')).toBeVisible()
    await expect(list.getByText(/Envie um PDF, ou uma fotografia/)).toBeVisible()
    await expect(list.getByText('2 ficheiros enviados de 3 · 1 por resolver')).toBeVisible()
    await list
      .getByRole('link', { name: /^Documento/ })
      .first()
      .click()
    await expect(page).toHaveURL(/documentos\/[0-9a-f-]{36}$/)
  })

  await test.step('the QR filled the form, and proposes the entity', async () => {
    await expect(field(page, 'N.º do documento')).toHaveValue('FT A/1')
    await expect(field(page, 'Total')).toHaveValue('123,00')
    await page.getByRole('button', { name: 'Criar entidade' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('NIF', { exact: true })).toHaveValue('503 504 564')
    await dialog.getByLabel(/^Nome/).first().fill('Luz do Exemplo')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('ainda não é de nenhuma entidade')).toHaveCount(0)
    await page.getByRole('button', { name: /^Guardar/ }).click()
    await expect(page.getByRole('region', { name: 'Alterações por guardar' })).toHaveCount(0)
  })

  await test.step('the viewer: pages, zoom, words', async () => {
    const viewer = page.getByRole('region', { name: 'Ficheiro luz.pdf' })
    await expect(viewer.locator('canvas').first()).toBeVisible()
    await expect(viewer.getByText('Eletricidade, página 1')).toBeAttached()
    await viewer.getByRole('button', { name: 'Página seguinte' }).click()
    await expect(viewer.getByLabel('Página', { exact: true })).toHaveText('2 de 3')
    await viewer.getByRole('button', { name: 'Aproximar' }).click()
    await expect(viewer.getByText('125 %')).toBeVisible()
    await page.keyboard.press('-')
    await expect(viewer.getByText('100 %')).toBeVisible()
  })

  await test.step('a shared link works without an account', async () => {
    await page.getByRole('button', { name: 'Partilhar' }).click()
    const link = await page.getByRole('dialog').getByLabel('Ligação', { exact: true }).textContent()
    const answer = await request.get(String(link), { headers: { authorization: '' } })
    expect(answer.headers()['content-disposition']).toContain('luz.pdf')
    expect((await readPdf(await answer.body())).pages.length).toBe(3)
    await page.keyboard.press('Escape')
  })

  await test.step('the list downloads the chosen ones as a ZIP', async () => {
    await visit(page, '/tesouraria/documentos?pesquisa=luz')
    await page
      .getByRole('row', { name: /Luz do Exemplo/ })
      .getByRole('checkbox')
      .check()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descarregar em ZIP' }).click()
    const archive = readZip(await readFile(await (await downloading).path()))
    expect(Object.keys(archive)).toEqual([expect.stringMatching(/2026-03-15 Luz do Exemplo\.pdf$/)])
  })
})

test('an invoice that is sent from a new transaction fills its empty fields and is filed with it', async ({
  page,
  api,
}) => {
  await page.goto('/tesouraria/transaccoes/nova')
  await expect(field(page, 'De quem ou a quem')).toBeFocused()
  await field(page, 'Descrição').fill('Conserto do telhado')
  await page.locator('input[type=file]').setInputFiles({
    name: 'telhado.pdf',
    mimeType: 'application/pdf',
    buffer: await pdfOf('Telhado', { code: roofCode }),
  })
  await expect(page.getByText('Preenchido pelo código QR.')).toBeVisible()
  await expect(field(page, 'Valor')).toHaveValue('246,00')
  await expect(field(page, 'Descrição')).toHaveValue('Conserto do telhado')
  await choose(page, 'Categoria', 'Conservação e reparação')
  await page.getByRole('button', { name: 'Registar' }).click()
  const entered = page.getByRole('region', { name: 'Registadas nesta sessão' }).getByRole('listitem')
  await expect(entered).toContainText('Conserto do telhado')
  const [transaction] = await answerOf<{ amount: number; documentIds: string[] }[]>(
    await api.get('/api/transactions?_search=Conserto%20do%20telhado'),
  )
  expect(transaction).toMatchObject({ amount: 246, documentIds: [expect.any(String)] })
  const [document] = await answerOf<{ status: string }[]>(
    await api.get(`/api/treasury_docs?_id=${transaction?.documentIds[0]}`),
  )
  expect(document?.status).toBe('paid')
})

test('the files of a member are uploaded and seen', async ({ page }) => {
  await page.goto('/socios')
  await page.getByRole('row').nth(1).click()
  await page.getByRole('link', { name: 'Ficheiros' }).click()
  await page.getByRole('button', { name: 'Juntar ficheiros' }).first().click()
  await drop(page, { 'ficha.pdf': await pdfOf('Ficha de inscrição') })
  await page.getByRole('link', { name: 'Ver o ficheiro' }).click()
  await expect(page.getByRole('heading', { name: 'ficha.pdf' })).toBeVisible()
  await expect(page.getByText('Ficha de inscrição 1')).toBeAttached()
})
