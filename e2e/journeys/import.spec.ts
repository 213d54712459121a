import { answerOf, expect, ownOrganisation, test, useServer } from '../fixtures.ts'
import { field } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

test('an ugly file is dropped, understood, corrected, imported and undone', async ({
  page,
  api,
  problems,
}) => {
  problems.expect(/status of 422/)
  const file = [
    'Coletividade de Cima;;;;;;;',
    'Lista de 2020;;;;;;;',
    'N.º;Nome;Apelido;Contribuinte;Data de Nasc.;Telefone;Cod. Postal;Sócio desde;Categoria;Lixo',
    '501;Custódia;Varela;123456789;3 de maio de 1950;912345678 / 212345678;4050-262 PORTO;21/2/1999;Efetivo;a',
    '502;Brás;Calçada;123456780;12-03-1948;;;2001;Efetivo;b',
    '503;Luísa;Antão;;36526;;;05/06/2003;Efetivo;c',
  ].join('\r\n')
  const membersCalled = async (name: string) =>
    answerOf<{ name: string; city: string | null; mobile: string | null }[]>(
      await api.get(`/api/members?_search=${encodeURIComponent(name)}`),
    )

  await test.step('what is no table is refused where it was dropped', async () => {
    await page.goto('/importacoes/nova?tipo=members')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'lista.xlsx', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await expect(page.getByRole('alert')).toContainText('É um PDF')
    await expectAccessible(page)
  })

  await test.step('a list in Windows-1252 with titles above its titles is read', async () => {
    const dropped = await page.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(bytes)], 'sócios.csv', { type: 'text/csv' }))
        return transfer
      },
      [...Buffer.from(file, 'latin1')],
    )
    await page
      .getByText('Arraste para aqui a folha de cálculo')
      .dispatchEvent('drop', { dataTransfer: dropped })
    await expect(page).toHaveURL(/\/importacoes\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Linhas: 2 novas e 1 recusada.')).toBeVisible()
    await expect(page.getByText('Não entra a coluna «Lixo».')).toBeVisible()
    await expectAccessible(page)
    const size = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 390, height: 844 })
    const reason = page.getByText(/^Linha 5 · Recusada · /)
    await expect(reason).toBeInViewport({ ratio: 1 })
    const isCut = await reason.evaluate((text) => text.scrollWidth > text.clientWidth)
    expect(isCut, 'the reason wraps in its card').toBe(false)
    await page.setViewportSize(size)
  })

  await test.step('a refused row is corrected where the problem is', async () => {
    await page.getByText('Brás Calçada').first().click()
    const dialog = page.getByRole('dialog', { name: 'Linha 5: Brás Calçada' })
    await expect(dialog).toContainText('o algarismo de controlo não confere')
    await expectAccessible(page)
    await field(dialog, 'NIF').fill('')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toContainText('Data inválida')
    await field(dialog, 'Data de admissão').fill('2001-01-01')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Linhas: 3 novas.')).toBeVisible()
  })

  await test.step('the meaning of a column is changed', async () => {
    await page.getByRole('button', { name: 'Colunas e opções' }).click()
    const dialog = page.getByRole('dialog', { name: 'Colunas e opções' })
    await expectAccessible(page)
    await dialog.getByRole('combobox', { name: 'O que tem a coluna Lixo' }).click()
    await page.getByRole('option', { name: 'Observações', exact: true }).click()
    await dialog.getByRole('button', { name: 'Verificar outra vez' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Não entra a coluna')).toHaveCount(0)
  })

  await test.step('the members are there', async () => {
    await page.getByRole('button', { name: 'Importar 3 linhas' }).click()
    await expect(page.getByText('3 linhas importadas.')).toBeVisible()
    expect(await membersCalled('Custódia Varela')).toEqual([
      expect.objectContaining({ city: 'PORTO', mobile: '+351912345678' }),
    ])
    await expectAccessible(page)
  })

  await test.step('undone, they are gone, and the history says so', async () => {
    await page.getByRole('button', { name: 'Anular a importação' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Anular a importação' }).click()
    await expect(page.getByText('3 linhas anuladas.')).toBeVisible()
    expect(await membersCalled('Custódia Varela')).toEqual([])
    await page.getByText('Histórico das alterações').click()
    await expect(page.getByText('anulou a importação')).toBeVisible()
  })
})
