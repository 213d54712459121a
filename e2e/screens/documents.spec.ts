import { photographOf } from '../../server/testing/photographed-page.ts'
import { pdfOf } from '../../server/testing/sample-pdf.ts'
import { answerOf, expect, test, useServer } from '../fixtures.ts'
import { choose, field } from '../page-parts.ts'
import { invoiceCode, drop } from '../documents.ts'

useServer()
test.use({ as: 'admin' })

const codeOf = (number: string, vat: string, total: string) =>
  invoiceCode
    .replaceAll('FT A/1', `FT A/${number}`)
    .replace('N:23.00', `N:${vat}`)
    .replace('O:123.00', `O:${total}`)

const roofCode = codeOf('2', '46.00', '246.00')

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

test('a photographed invoice, tilted and grey, becomes a document and is booked with its entity', async ({
  page,
  api,
}) => {
  const code = codeOf('3', '23.50', '150.50').replace('ABCD1234-1', 'ABCD1234-3')
  const photo = await photographOf(await pdfOf('Caleiras', { code }), -7)
  await page.goto('/tesouraria/documentos/multiplos')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'caleiras.jpg', mimeType: 'image/jpeg', buffer: photo })
  const files = page.getByRole('region', { name: 'Ficheiros' })
  await expect(files.getByText('Preenchido pelo código QR.')).toBeVisible()
  await files.getByRole('link', { name: /^Documento/ }).click()
  await expect(field(page, 'N.º do documento')).toHaveValue('FT A/3')
  await expect(field(page, 'Total')).toHaveValue('150,50')
  await expect(page.getByRole('region', { name: 'Ficheiro caleiras.jpg' })).toBeVisible()
  const [, id] = /documentos\/([0-9a-f-]{36})$/.exec(page.url()) ?? []

  await page.getByRole('link', { name: 'Registar transação' }).click()
  await expect(field(page, 'Valor')).toHaveValue('150,50')
  await field(page, 'Descrição').fill('Caleiras novas')
  await choose(page, 'Categoria', 'Conservação e reparação')
  await page.getByRole('button', { name: 'Registar' }).click()
  await expect(page.getByRole('region', { name: 'Registadas nesta sessão' })).toContainText('Caleiras novas')
  const document = await answerOf<{ status: string; paidAmount: number }>(
    await api.get(`/api/treasury_docs/${id}`),
  )
  expect(document).toMatchObject({ status: 'paid', paidAmount: 150.5 })
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
