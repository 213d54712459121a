import {
  addMember,
  answerOf,
  expect,
  ownOrganisation,
  test,
  thisYear,
  useServer,
  visit,
  type Page,
} from '../fixtures.ts'
import { choose, field, toasts } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

const register = 'Registar'

/** Presses the keys one after another. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Chooses an account; its option has its balance too. */
async function chooseAccount(page: Page, label: string, name: string): Promise<void> {
  await field(page, label).click()
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

/** Expects the newest transaction of the list of those that were entered. */
async function expectEntered(page: Page, text: string): Promise<void> {
  await expect(
    page.getByRole('region', { name: 'Registadas nesta sessão' }).getByRole('listitem').first(),
  ).toContainText(text)
}

test('a treasurer begins the treasury, enters transactions by keyboard alone, and reads balances and statements', async ({
  page,
  api,
  problems,
}) => {
  problems.expect(/status of 422/)
  test.setTimeout(300_000)
  await test.step('without accounts, the treasury leads to its start, which survives a reload and shows errors', async () => {
    await page.goto('/tesouraria/transaccoes')
    await expect(page).toHaveURL('/tesouraria/naoConfigurado')
    await expectAccessible(page)
    const bank = page.getByRole('group', { name: 'Conta 2' })
    await field(bank, 'Nome').fill('Caixa')
    await field(bank, 'Saldo inicial').fill('1000')
    await choose(page, 'O exercício começa em', 'setembro')
    await expect(field(bank, 'A partir de')).toHaveValue(/^01\/09\//)
    await choose(page, 'O exercício começa em', 'janeiro')
    await expect(field(bank, 'A partir de')).toHaveValue(/^01\/01\//)
    await page.getByRole('checkbox', { name: 'Seguir as receitas e as despesas' }).check()
    await field(page, 'Nomes dos centros de custos').pressSequentially('Teatro,Bar,')
    await page.reload()
    await expect(page.getByText('Teatro', { exact: true })).toBeVisible()
    await expect(field(bank, 'Saldo inicial')).toHaveValue(/^1\s?000,00$/)
    await press(page, 'Control+Enter')
    await expect(page.getByText('Já existe uma conta com este nome.')).toBeVisible()
    await field(bank, 'Nome').fill('Banco')
    await press(page, 'Control+Enter')
    await expect(page).toHaveURL('/tesouraria')
    await expect(toasts(page)).toContainText('A tesouraria começou')
    await expect(page.getByRole('main')).toContainText(/Banco\s*1\s?000,00\s€/)
    await expectAccessible(page)
  })

  await test.step('an expense with a new entity, by keyboard alone', async () => {
    await visit(page, '/tesouraria/transaccoes/nova')
    await expect(field(page, 'De quem ou a quem')).toBeFocused()
    await page.keyboard.type('Energia do Vale')
    await expect(page.getByRole('option', { name: 'Criar a entidade «Energia do Vale»' })).toBeVisible()
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Nova entidade externa' })
    await field(dialog, 'NIF').fill('509442013')
    await dialog.getByRole('button', { name: 'Criar entidade' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(field(page, 'Categoria')).toBeFocused()
    await page.keyboard.type('eletr')
    await press(page, 'Enter', 'Enter')
    await page.keyboard.type('Luz da sede')
    await field(page, 'Valor').focus()
    await page.keyboard.type('45,30')
    await press(page, 'Enter')
    await expect(page.getByRole('button', { name: register })).toBeFocused()
    await press(page, 'Enter')
    await expectEntered(page, 'Luz da sede')
    await expect(field(page, 'De quem ou a quem')).toBeFocused()
  })

  await test.step('the next one learns category and description, and the same again asks', async () => {
    await page.keyboard.type('energia')
    await press(page, 'Enter')
    await expect(field(page, 'Valor')).toBeFocused()
    await expect(field(page, 'Descrição')).toHaveValue('Luz da sede')
    await page.keyboard.type('45,30')
    await press(page, 'Enter', 'Enter')
    await expect(page.getByText(/Parece a transação .*«Luz da sede»/)).toBeVisible()
    const again = page.getByRole('button', { name: 'Registar mesmo assim' })
    await expect(again).toBeFocused()
    await expectAccessible(page)
    await press(page, 'Escape')
    await expect(field(page, 'De quem ou a quem')).toHaveValue('')
  })

  await test.step('an income that is divided by cost centres, whose rest fills', async () => {
    await press(page, 'Alt+1')
    await choose(page, 'Categoria', 'Bilheteira e eventos')
    await field(page, 'Descrição').fill('Noite de teatro')
    await field(page, 'Valor').fill('100')
    await page.getByRole('button', { name: 'Dividir por vários' }).click()
    await expect(field(page, 'Centro de custos 1')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Teatro', exact: true }).click()
    await field(page, 'Valor 1').fill('60')
    await choose(page, 'Centro de custos 2', 'Bar')
    await expect(page.getByText(/Faltam 40,00\s€/)).toBeVisible()
    await page.getByRole('button', { name: 'O resto na linha 2' }).click()
    await expect(page.getByText('Está tudo dividido')).toBeVisible()
    await press(page, 'Control+Enter')
    await expectEntered(page, 'Noite de teatro')
  })

  await test.step('a transfer', async () => {
    await press(page, 'Alt+3')
    await chooseAccount(page, 'Para a conta', 'Banco')
    await field(page, 'Valor').fill('20')
    await press(page, 'Control+Enter')
    await expectEntered(page, 'Transferência entre contas')
  })

  await test.step('the list has totals, and the running balance of one account', async () => {
    await visit(page, '/tesouraria/transaccoes')
    const totals = page.locator('dl').filter({ hasText: 'Receita' })
    await expect(totals).toContainText(/100,00\s€/)
    await expect(totals).toContainText(/45,30\s€/)
    await expect(page.getByRole('row').filter({ hasText: 'Caixa → Banco' })).toHaveCount(2)
    await chooseAccount(page, 'Conta', 'Banco')
    const row = page.getByRole('row').filter({ hasText: 'Caixa → Banco' })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(/\+20,00\s€/)
    await expect(row).toContainText(/1\s?020,00\s€/)
    await expectAccessible(page)
  })

  await test.step('an arrival opens its departure; cancelling it reverses both', async () => {
    const balanceOf = async (name: string) =>
      (await answerOf<{ name: string; balance: number }[]>(await api.get('/api/treasury_accounts'))).find(
        (account) => account.name === name,
      )?.balance
    await page.getByRole('row').filter({ hasText: 'Caixa → Banco' }).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Transferência entre contas/)
    await expect(field(page, 'Para a conta')).toHaveValue('Banco')
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Anular' }).click()
    const dialog = page.getByRole('dialog', { name: 'Anular' })
    await field(dialog, 'Motivo').fill('Engano')
    await dialog.getByRole('button', { name: 'Anular' }).click()
    await expect(page.getByText('Anulada: Engano')).toBeVisible()
    await expectAccessible(page)
    expect(await balanceOf('Banco')).toBe(1000)
    expect(await balanceOf('Caixa')).toBe(54.7)
  })

  await test.step('the budget of a cost centre against what happened', async () => {
    await visit(page, '/tesouraria/centrosDeCustos')
    await page.getByRole('link', { name: 'Teatro' }).click()
    await page.getByRole('link', { name: 'Orçamentos' }).click()
    await page.getByRole('button', { name: 'Novo orçamento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Novo orçamento' })
    await field(dialog, 'Ano').fill(String(thisYear))
    await field(dialog, 'Receita prevista').fill('50')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toBeHidden()
    await page
      .getByRole('navigation', { name: 'Partes do registo' })
      .getByRole('link', { name: 'Transações' })
      .click()
    await expect(page).toHaveURL(/\/centrosDeCustos\/[^/]+\/transaccoes$/)
    const year = page.getByRole('table', { name: 'Orçamento e execução por ano' }).getByRole('row').last()
    await expect(year).toContainText(/60,00\s€.*50,00\s€\s*120%.*\+10,00\s€/)
    await expectAccessible(page)
  })

  await test.step('the statement of an entity', async () => {
    await visit(page, '/tesouraria/entidadesExternas')
    await page.getByRole('link', { name: 'Energia do Vale' }).click()
    await page
      .getByRole('navigation', { name: 'Partes do registo' })
      .getByRole('link', { name: 'Transações' })
      .click()
    await expect(page).toHaveURL(/\/entidadesExternas\/[^/]+\/transaccoes$/)
    await expect(page.getByRole('table', { name: 'Totais por ano' }).getByRole('row').last()).toContainText(
      /45,30\s€/,
    )
    await expect(page.getByRole('row').filter({ hasText: 'Luz da sede' })).toContainText(/−45,30\s€/)
    await expectAccessible(page)
  })

  await test.step('a payment of a member goes to the chosen account without the fee, and shows on the page of the member', async () => {
    const { _id } = await addMember(api, { name: 'Amélia Prates' })
    await visit(page, `/pagamentos/novo?memberId=${_id}`)
    await field(page, 'Valor').fill('30')
    await page.getByRole('button', { name: 'Referência, conta, comissão e observações' }).click()
    await chooseAccount(page, 'Conta', 'Banco')
    await field(page, 'Comissão').fill('0,45')
    await press(page, 'Control+Enter')
    await expect(page.getByText('1 registado nesta sessão')).toBeVisible()
    await visit(page, `/socios/${_id}/transaccoes`)
    await expect(page.getByRole('row').filter({ hasText: 'Banco' })).toHaveCount(2)
    await expect(page.getByRole('row').filter({ hasText: /\+30,00\s€/ })).toHaveCount(1)
    await expect(page.getByRole('row').filter({ hasText: /−0,45\s€/ })).toHaveCount(1)
    await expectAccessible(page)
  })

  await test.step('a donation in kind has a receipt, and a fixed asset stands in the cash map', async () => {
    await visit(page, '/tesouraria/donativosEmEspecie/novo')
    await field(page, 'Data').fill(`02/01/${thisYear}`)
    await field(page, 'O que foi dado').fill('Cortinas de palco')
    await field(page, 'Valor estimado').fill('250')
    await page.getByRole('button', { name: /^Guardar/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${thisYear}/00001`)
    const receipt = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Recibo' }).click()
    await (await receipt).close()
    await expectAccessible(page)
    await visit(page, '/tesouraria/patrimonio/novo')
    await field(page, 'Descrição').fill('Cadeiras da plateia')
    await field(page, 'Adquirido em').fill(`02/01/${thisYear}`)
    await field(page, 'Custo').fill('1200')
    await page.getByRole('button', { name: /^Guardar/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cadeiras da plateia')
    await visit(page, '/relatorios/cashMap')
    await expect(page.getByRole('main')).toContainText(/Cadeiras da plateia, 02\/01\/\d{4}, bom/)
  })
})
