import { addDays } from '@agremia/resources/rules/dates.ts'
import { readPdf } from '../../server/testing/read-pdf.ts'
import { addMember, answerOf, expect, ownOrganisation, test, today, useServer } from '../fixtures.ts'
import { field, toasts } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

test('the draft of a count is kept while another day is shown', async ({ page }) => {
  await page.goto('/folhaDeCaixa')
  await field(page, 'Contado').fill('31,50')
  await field(page, 'Observações').fill('Moedas num saco')
  await page.getByRole('button', { name: 'Dia anterior' }).click()
  await expect(page).toHaveURL(`/folhaDeCaixa?dia=${addDays(today(), -1)}`)
  await expect(field(page, 'Contado'), 'each day its own').toHaveValue('')
  await page.getByRole('button', { name: 'Dia seguinte' }).click()
  await expect(field(page, 'Contado')).toHaveValue('31,50')
  await expect(field(page, 'Observações')).toHaveValue('Moedas num saco')
  await expect(page.getByLabel('Diferença')).toHaveText(/Sobram 31,50\s€\./)
  await page.getByRole('link', { name: 'Folhas anteriores' }).click()
  const question = page.getByRole('dialog', { name: 'Sair sem guardar?' })
  await question.getByRole('button', { name: 'Continuar a editar' }).click()
  await expect(field(page, 'Contado')).toHaveValue('31,50')
})

test('a day is counted and closed by keyboard, printed for signature, and lists later changes', async ({
  page,
  api,
}) => {
  const day = today()
  const { _id: memberId } = await addMember(api, { name: 'Amélia Rosa' })
  const pay = async (amount: number, method: string, receivedBy: string) =>
    answerOf<{ _id: string; receiptNumber: string }>(
      await api.post('/api/payments', { data: { memberId, amount, date: day, method, receivedBy } }),
    )
  await pay(20, 'cash', 'Rui Tavares')
  await pay(4.5, 'cash', 'Zulmira Pinto')
  await pay(30, 'mbway', 'Rui Tavares')

  await page.goto('/pagamentos')
  await expect(page.getByRole('row').filter({ hasText: 'Amélia Rosa' }).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('folha de caixa')
  await page.getByRole('option', { name: 'Folha de caixa' }).click()
  await expect(page).toHaveURL('/folhaDeCaixa')
  const table = page.getByRole('table', { name: 'Recebido, por meio e por pessoa' })
  await expect(table.getByRole('row').filter({ hasText: 'Soma' })).toContainText(/2\s*24,50\s€/)
  await expect(table.getByRole('row').last()).toContainText(/3\s*54,50\s€/)
  await expect(field(page, 'Contado')).toBeFocused()
  await page.keyboard.type('24,00')
  const difference = page.getByLabel('Diferença')
  await expect(difference).toHaveText(/Faltam 0,50\s€\./)
  await field(page, 'Fundo de caixa').fill('25')
  await expect(difference).toHaveText(/Faltam 25,50\s€\./)
  await expectAccessible(page)
  await field(page, 'Contado').fill('49,50')
  await expect(difference).toHaveText('Bate certo.')
  await page.keyboard.press('Control+Enter')
  await expect(toasts(page)).toContainText('fechada')
  await expect(page.getByText(/^Fechada por Helena|^Fechada por /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fechar a caixa' })).toHaveCount(0)

  const [sheet] = await answerOf<{ _id: string; countedCash: number }[]>(await api.get('/api/cash_sheets'))
  expect(sheet?.countedCash).toBe(49.5)
  const { url } = await answerOf<{ url: string }>(await api.get(`/api/cash_sheets/${sheet?._id}/document`))
  const { pages } = await readPdf(await (await api.get(url)).body())
  expect(pages.join(' ')).toContain('Quem conferiu')

  const late = await pay(7, 'cash', 'Rui Tavares')
  const after = page.getByRole('table', { name: 'Depois do fecho' })
  await expect(after).toContainText(late.receiptNumber)
  await expect(table.getByRole('row').last()).toContainText(/54,50\s€/)
  await expectAccessible(page)

  await after.getByRole('link', { name: late.receiptNumber }).click()
  await page.getByRole('link', { name: 'Depois do fecho da caixa' }).click()

  await page.getByRole('button', { name: 'Reabrir' }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Motivo').fill('Faltava um recibo')
  await dialog.getByRole('button', { name: 'Reabrir' }).click()
  await expect(page.getByRole('button', { name: 'Fechar a caixa' })).toBeVisible()
  await expect(field(page, 'Fundo de caixa')).toHaveValue('0,00')
  await expect(page.getByText(/^Reaberta por Administração, .*: Faltava um recibo$/)).toBeVisible()

  await page.getByRole('button', { name: 'Dia anterior' }).click()
  await expect(page).toHaveURL(`/folhaDeCaixa?dia=${addDays(day, -1)}`)
  await expect(page.getByText('Não há pagamentos neste dia.')).toBeVisible()
  await page.getByRole('link', { name: 'Folhas anteriores' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Reaberta' })).toContainText(/49,50\s€/)
})
