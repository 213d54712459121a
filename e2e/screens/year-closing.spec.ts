import { addMember, answerOf, expect, ownOrganisation, test, thisYear, useServer } from '../fixtures.ts'
import { field, region, toasts } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

test('a year is closed from the treasury, after its unfinished items are shown, and reopened with a reason', async ({
  page,
  api,
}) => {
  const year = thisYear - 1
  const { accounts } = await answerOf<{ accounts: { _id: string }[] }>(
    await api.post('/api/treasury_setup', {
      data: {
        accounts: [
          {
            name: 'Caixa',
            kind: 'cash',
            openingDate: `${year}-01-01`,
            openingBalance: 50,
            methods: ['cash'],
          },
          { name: 'Banco', openingDate: `${year}-01-01`, openingBalance: 1000 },
        ],
      },
    }),
  )
  const [cash, bank] = accounts.map(({ _id }) => _id)
  const [category] = await answerOf<{ _id: string }[]>(
    await api.get('/api/transaction_categories?_kind=expense&_limit=1'),
  )
  const post = async (path: string, data: object) => answerOf(await api.post(`/api/${path}`, { data }))
  await post('transactions', {
    kind: 'expense',
    date: `${year}-03-01`,
    description: 'Selos',
    amount: 3,
    accountId: cash,
    categoryId: category?._id,
  })
  await post('transactions', {
    kind: 'transfer',
    date: `${year}-12-31`,
    arrivalDate: `${thisYear}-01-01`,
    description: 'Depósito',
    amount: 20,
    accountId: cash,
    toAccountId: bank,
  })
  const { _id: memberId } = await addMember(api, { name: 'Amélia Rosa' })
  await post('payments', { memberId, amount: 8, date: `${year}-03-01`, method: 'cash' })

  await test.step('the cash sheet shows the movement that only the account has', async () => {
    await page.goto(`/folhaDeCaixa?dia=${year}-03-01`)
    const differences = page.getByRole('table', { name: 'Folha e conta de caixa' })
    await expect(differences).toContainText('Selos')
    await expect(differences).toContainText('que a folha não conta')
    await expect(differences).not.toContainText('Amélia')
    await expectAccessible(page)
  })

  await test.step('the palette leads to the closing, which shows balances and what is open', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('fecho do ano')
    await page.getByRole('option', { name: 'Fecho do ano' }).click()
    await expect(page).toHaveURL('/tesouraria/fecho')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Fecho de ${year}`)
    await expect(page.getByRole('row').filter({ hasText: 'Caixa' }).first()).toContainText(
      /50,00\s€\s*35,00\s€/,
    )
    await expect(page.getByRole('row').filter({ hasText: 'Banco' })).toContainText(
      /1.000,00\s€\s*1.000,00\s€/,
    )
    const open = region(page, `Por tratar em ${year}`)
    await expect(open).toContainText('1 despesa sem documento')
    await expect(open).toContainText(/1 transferência a caminho no fim do ano\s*20,00\s€/)
    await expectAccessible(page)
  })

  await test.step('closing asks once and closes', async () => {
    await page.getByRole('button', { name: `Fechar ${year}` }).click()
    const question = page.getByRole('dialog', { name: `Fechar ${year}?` })
    await expect(question).toContainText('2 assuntos por tratar')
    await question.getByRole('button', { name: `Fechar ${year}` }).click()
    await expect(toasts(page)).toContainText(`Ano de ${year} fechado.`)
    await expect(page.getByText(`Contas fechadas até 31 de dezembro de ${year}`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Fechar ${year}` })).toHaveCount(0)
  })

  await test.step('an administrator reopens it with a reason', async () => {
    await page.getByRole('button', { name: `Reabrir ${year}` }).click()
    const dialog = page.getByRole('dialog', { name: `Reabrir ${year}` })
    await field(dialog, 'Motivo').fill('Falta uma fatura')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Reabrir' }).click()
    await expect(toasts(page)).toContainText(`Ano de ${year} reaberto.`)
    await expect(page.getByRole('button', { name: `Fechar ${year}` })).toBeVisible()
    await page.getByText('Histórico das alterações').click()
    await expect(page.getByRole('list', { name: 'Histórico' })).toContainText('Falta uma fatura')
  })

  await test.step('a year that has not ended says from when it can be closed', async () => {
    await page.goto(`/tesouraria/fecho?ano=${thisYear}`)
    await expect(page.getByText(`O ano de ${thisYear} ainda não acabou`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Fechar ${thisYear}` })).toHaveCount(0)
  })

  await test.step('the movements of the year are a file for programs of double entry', async () => {
    await page.goto(`/tesouraria/transaccoes?year=${year}`)
    await page.getByRole('button', { name: 'Exportar', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `Contabilidade, ${year}` }).click()
    expect((await download).suggestedFilename()).toMatch(/^movimentos-.*\.csv$/)
  })
})
