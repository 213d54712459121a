import { readFile } from 'node:fs/promises'
import { readPdf } from '../../server/testing/read-pdf.ts'
import { readZip } from '../../server/testing/read-zip.ts'
import { pdfOf } from '../../server/testing/sample-pdf.ts'
import { expect, test, useServer, visit } from '../fixtures.ts'
import { field } from '../page-parts.ts'
import { invoiceCode, drop } from '../documents.ts'

useServer()
test.use({ as: 'admin' })

test('three dropped PDFs become documents: filled by their QR, seen, shared and downloaded', async ({
  page,
  request,
  problems,
}) => {
  problems.expect(/415/)
  await test.step('drop: each file has its outcome', async () => {
    await page.goto('/tesouraria/documentos/multiplos')
    await drop(page, {
      'luz.pdf': await pdfOf('Eletricidade, página', { pages: 3, code: invoiceCode }),
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
