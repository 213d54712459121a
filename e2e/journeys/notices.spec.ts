import { answerOf, expect, test, type Member, useServerWithMail } from '../fixtures.ts'
import { field } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'
import { addDebtor, notify } from '../debts.ts'

const mail = useServerWithMail()
test.use({ as: 'admin' })

test('notices are previewed per debtor and sent once to each', async ({ page, api }) => {
  await answerOf(await api.patch('/api/message_settings/reminder3', { data: { channel: 'preferred' } }))
  const debtors: Member[] = []
  for (const name of ['Fausto', 'Gina', 'Hugo'])
    debtors.push(
      await addDebtor(api, { name: `${name} Quaresma`, email: `${name.toLowerCase()}@exemplo.pt` }),
    )
  await addDebtor(api, { name: 'Iva Quaresma' })
  await page.goto('/dividas?pesquisa=quaresma&type=quota')
  await page.getByRole('link', { name: 'Notificar' }).click()
  await expect(page).toHaveURL('/notificarSocios?pesquisa=quaresma&type=quota')
  const total = page.getByRole('region', { name: 'Pré-visualização' }).getByRole('row', { name: 'Total' })
  await expect(total).toContainText('144,00 €')
  await page.getByRole('button', { name: 'Retirar o filtro Tipo' }).click()
  await expect(total).toContainText('174,00 €')
  await page.goto('/dividas?pesquisa=quaresma&todos=sim')
  await expect(page.getByRole('row', { name: 'Total' })).toContainText('232,00')
  await page.getByRole('checkbox', { name: 'Selecionar as 12 linhas' }).click()
  const chosen = page.getByRole('region', { name: 'Linhas selecionadas' })
  const between = async () => {
    const [bar, total] = [
      await chosen.boundingBox(),
      await page.getByRole('row', { name: 'Total' }).boundingBox(),
    ]
    return (total?.y ?? 0) - (bar?.y ?? Infinity) - (bar?.height ?? 0)
  }
  await expect.poll(between, 'the total stays in sight').toBeGreaterThanOrEqual(0)
  await chosen.getByRole('button', { name: 'Notificar' }).click()
  await expect(page).toHaveURL('/notificarSocios')
  await expect(page.getByRole('navigation', { name: 'Localização' })).toHaveText(/^Dívidas/)
  await expect(page.getByText('12 dívidas escolhidas')).toBeVisible()
  const side = page.getByRole('region', { name: 'Pré-visualização' })
  await expect(side.getByRole('row', { name: 'Total' })).toContainText('174,00 €')
  await expect(side.getByRole('heading', { name: '1 pessoa não é avisada' })).toBeVisible()
  await side.getByText('Sem contacto para onde enviar').click()
  await expect(side.getByRole('list', { name: 'Sem contacto para onde enviar' })).toContainText(
    'Iva Quaresma',
  )
  await side.getByRole('button', { name: 'Pessoa seguinte' }).click()
  await expect(side.getByText('Gina Quaresma')).toBeVisible()
  const frame = page.frameLocator('iframe[title="Pré-visualização da mensagem"]')
  await expect(frame.getByText(/58,00/).first()).toBeVisible()
  expect(mail().to('gina@exemplo.pt')).toEqual([])

  await field(page, 'Dívida mínima').fill('58,01')
  await expect(side).toContainText('Não há ninguém por avisar com estas escolhas.')
  await expect(page).toHaveURL(/minimo=58\.01/)
  await field(page, 'Dívida mínima').fill('58')
  await side.getByRole('button', { name: 'Notificar 3 sócios' }).click()
  const question = page.getByRole('dialog', { name: 'Notificar 3 sócios?' })
  await expect(question).toContainText(/Devem, no total, 174,00\s€\. Cada sócio recebe uma mensagem\./)
  await question.getByRole('button', { name: 'Notificar' }).click()
  await expect(page.getByRole('heading', { name: '3 pessoas avisadas' })).toBeVisible()
  await expectAccessible(page)
  for (const { email } of debtors) await expect.poll(() => mail().to(String(email)).length).toBe(1)
  await page.reload()
  await expect(page.getByRole('heading', { name: '3 pessoas avisadas' })).toBeVisible()

  await page.getByRole('button', { name: 'Fazer outro envio' }).click()
  await expect(side).toContainText('Não há ninguém por avisar com estas escolhas.')
  const again = { memberIds: debtors.map((member) => member._id) }
  expect(await notify(api, again)).toMatchObject({ total: 0, done: 0 })
  for (const { email } of debtors) expect(mail().to(String(email))).toHaveLength(1)
})
