import {
  addMember,
  answerOf,
  expect,
  expectAccessible,
  test,
  switchSending,
  useServerWithMail,
} from './fixtures.ts'
import { field } from './page-parts.ts'

const mail = useServerWithMail()
test.use({ as: 'admin' })

test('a payment message to selected debtors is scheduled, cancelled and sent, and lists its recipients', async ({
  page,
  api,
  problems,
}) => {
  problems.expect(/status of 422/)
  await switchSending(api, true)
  for (const person of [
    { name: 'Zulmira Deve', email: 'zulmira@exemplo.pt' },
    { name: 'Rosa Longe Deve', address: 'Rua do Outeiro, 1' },
  ]) {
    const { _id: memberId } = await addMember(api, person)
    const charge = { memberId, type: 'other', description: 'Seguro', amount: 24, dueDate: '2026-01-31' }
    await answerOf(await api.post('/api/unsettled_payments', { data: charge }))
  }
  await page.goto('/dividas?pesquisa=deve')
  await page.getByRole('checkbox', { name: 'Selecionar as 2 linhas' }).click()
  const chosen = page.getByRole('region', { name: 'Linhas selecionadas' })
  await chosen.getByRole('button', { name: 'Escrever mensagem' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nova mensagem de pagamento')
  await field(page, 'Partir do texto de').click()
  await page.getByRole('option', { name: 'Primeiro lembrete' }).click()
  await field(page, 'Assunto').fill('A assembleia é a 12: deve {{valor}}')
  await field(page, 'Canal').click()
  await page.getByRole('option', { name: 'Email' }).click()
  const side = page.getByRole('region', { name: 'Pré-visualização' })
  await expect(side).toContainText('Seguem 1 email.')
  await expect(side).toContainText('A assembleia é a 12: deve 24,00')
  await expect(side).toContainText('1 pessoa não recebe')
  await expectAccessible(page)

  await side.getByRole('button', { name: 'Agendar…' }).click()
  const question = page.getByRole('dialog', { name: 'Agendar a mensagem' })
  await field(question, 'Dia e hora').fill('01/01/2020 10:00')
  await question.getByRole('button', { name: 'Agendar' }).click()
  await expect(question).toContainText('Indique um momento que ainda não passou.')
  const soon = new Date(Date.now() + 10 * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .toReversed()
    .join('/')
  await field(question, 'Dia e hora').fill(`${soon} 10:00`)
  await question.getByRole('button', { name: 'Agendar' }).click()
  await expect(page.getByText(`Sai em ${soon} 10:00`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Voltar a rascunho' }).click()
  await expect(page.getByRole('button', { name: 'Eliminar rascunho' })).toBeVisible()
  expect(mail().received).toEqual([])

  await side.getByRole('button', { name: 'Enviar a 1 pessoa' }).click()
  await page
    .getByRole('dialog', { name: 'Enviar a 1 pessoa?' })
    .getByRole('button', { name: 'Enviar a 1' })
    .click()
  const row = page.getByRole('row', { name: /Zulmira Deve.*Enviada/ })
  await expect(row.getByRole('link', { name: 'Zulmira Deve' })).toBeVisible()
  await page.getByText('Quem não recebe, e porquê').click()
  await expect(page.getByRole('region', { name: 'Sem contacto para este canal' })).toContainText(
    'Rosa Longe Deve',
  )
  await expectAccessible(page)
  expect(mail().to('zulmira@exemplo.pt')).toHaveLength(1)
})
