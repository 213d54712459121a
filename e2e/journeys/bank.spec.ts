import {
  addMember,
  answerOf,
  expect,
  ownOrganisation,
  test,
  thisYear,
  useServer,
  visit,
} from '../fixtures.ts'
import { choose, field } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

test('a statement is imported, its sure lines are booked together, others one by one by the keyboard, and one is undone', async ({
  page,
  api,
}) => {
  const lastYear = thisYear - 1
  const on = (day: number) => `0${day}-01-${lastYear}`
  await answerOf(
    await api.post('/api/treasury_setup', {
      data: {
        accounts: [{ name: 'Banco', kind: 'bank', openingDate: `${lastYear}-01-01`, openingBalance: 0 }],
      },
    }),
  )
  const { _id: memberId, memberNumber } = await addMember(api, { name: 'Custódia Varela' })
  const charge = {
    memberId,
    type: 'other',
    description: 'Cota da banda',
    amount: 24,
    dueDate: `${lastYear}-01-01`,
  }
  await answerOf(await api.post('/api/unsettled_payments', { data: charge }))
  const other = await addMember(api, { name: 'Baltasar Ruivo' })
  await answerOf(
    await api.post('/api/unsettled_payments', { data: { ...charge, memberId: other._id, amount: 12 } }),
  )
  const file = [
    'Data mov.;Descrição;Débito;Crédito;Saldo',
    `${on(2)};TRF CUSTODIA VARELA SOCIO ${String(memberNumber)};;24,00;24,00`,
    `${on(2)};TRF BALTASAR RUIVO SOCIO ${String(other.memberNumber)};;12,00;36,00`,
    `${on(3)};COMISSAO DE CONTA;5,20;;30,80`,
    `${on(4)};JUROS;;1,50;32,30`,
    `${on(5)};DEPOSITO DO FIM DE SEMANA;;30,00;62,30`,
  ].join('\r\n')

  await test.step('the preview shows the columns that were found and the lines', async () => {
    await page.goto('/tesouraria/conciliacao')
    await page.getByRole('button', { name: 'Importar extrato' }).click()
    const dialog = page.getByRole('dialog', { name: 'Importar extrato' })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'extrato.csv', mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') })
    await expect(dialog.getByRole('table', { name: 'As primeiras linhas' })).toContainText('JUROS')
    await expect(field(dialog, 'Crédito')).toHaveValue('Crédito')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Importar 5 linhas' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the sure line becomes a payment with its receipt', async () => {
    await expect(page.getByRole('row').filter({ hasText: 'CUSTODIA' })).toContainText('Certa')
    await expectAccessible(page)
    await page.getByRole('row').filter({ hasText: 'CUSTODIA' }).getByRole('checkbox').check()
    const chosen = page.getByRole('region', { name: 'Linhas selecionadas' })
    await chosen.getByRole('button', { name: 'Confirmar a sugestão' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Confirmar a sugestão' }).click()
    await expect(dialog).toContainText('1 de 1')
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    await expect(page.getByRole('row').filter({ hasText: 'CUSTODIA' })).toHaveCount(0)
    const payments = await answerOf<{ amount: number; receiptNumber: string }[]>(
      await api.get(`/api/payments?_memberId=${memberId}`),
    )
    expect(payments).toEqual([expect.objectContaining({ amount: 24 })])
  })

  await test.step('others are told what they are, and the next one opens', async () => {
    await page.getByRole('link', { name: 'TRF BALTASAR RUIVO' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('BALTASAR')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('COMISSAO DE CONTA')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Outra receita ou despesa' }).click()
    await choose(page, 'Categoria', 'Comissões bancárias e de pagamentos')
    await page.getByRole('dialog').getByRole('button', { name: 'Conciliar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('JUROS')
    await page.getByRole('button', { name: 'Ignorar' }).click()
    await field(page.getByRole('dialog'), 'Motivo').fill('Já estava no saldo')
    await page.getByRole('dialog').getByRole('button', { name: 'Ignorar' }).click()
  })

  await test.step('a deposit is divided: a part of a member, the rest a category', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('DEPOSITO DO FIM DE SEMANA')
    await page.getByRole('button', { name: 'Várias coisas' }).click()
    const dialog = page.getByRole('dialog')
    await choose(page, 'Sócio 1', 'Custódia Varela')
    await field(dialog, 'Valor 1').fill('10,00')
    await choose(page, 'Parte 2', 'Receita ou despesa')
    await choose(page, 'Categoria 2', 'Bar e refeições')
    await dialog.getByRole('button', { name: 'O resto na parte 2' }).click()
    await expect(dialog.getByText('Está tudo dividido')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Conciliar' }).click()
    await expect(page).toHaveURL('/tesouraria/conciliacao')
    await expect(page.locator('dl').filter({ hasText: 'Diferença' })).toContainText(/1,50\s€/)
  })

  await test.step('a booked line is undone: its transaction is cancelled', async () => {
    const [line] = await answerOf<{ _id: string }[]>(await api.get('/api/bank_lines?_search=comissao'))
    await visit(page, `/tesouraria/conciliacao/${line?._id}`)
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click()
    await expect(page.getByText('Por conciliar', { exact: true })).toBeVisible()
    const [account] = await answerOf<{ balance: number }[]>(await api.get('/api/treasury_accounts'))
    expect(account?.balance).toBe(66)
  })
})
