import { insertSampleMembers } from '../server/setup/sample-members.ts'
import { expect, logins, ownOrganisation, test, useServer, visit, type Page } from './fixtures.ts'
import { field } from './page-parts.ts'

useServer({ env: ownOrganisation }, async (database) => {
  await insertSampleMembers(database.pool, { count: 130, today: '2026-06-30' })
})
test.use({ as: 'admin' })

const row = (page: Page, index: number) => page.locator(`[data-index="${index}"]`)
const bar = (page: Page) => page.getByRole('region', { name: 'Linhas selecionadas' })

test('arrows walk a list from the moment that it is drawn, and not what is being written', async ({
  page,
}) => {
  await page.goto('/socios?todos=sim')
  await expect(row(page, 1).getByRole('link')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row(page, 0)).toBeFocused()

  // After a press with the mouse they go on from the row that was pressed.
  await row(page, 3).getByRole('checkbox').click()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 4)).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('a')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('searchbox', { name: 'Pesquisar sócios' })).toBeFocused()
})

test('Escape gives up a selection however it was made, and closes only what is on top', async ({ page }) => {
  await page.goto('/socios?todos=sim')
  await row(page, 2).getByRole('checkbox').click()
  await expect(bar(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)

  await row(page, 2).getByRole('checkbox').click()
  await row(page, 5)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await bar(page)
    .getByRole('button', { name: /^Selecionar todos/ })
    .click()
  await expect(bar(page)).toContainText('Todos os 130')

  // A panel over the list, and a list of choices over a dialog: one at a time.
  await page.getByRole('button', { name: 'Colunas' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(bar(page)).toBeVisible()
  await bar(page).getByRole('button', { name: 'Mudar de estado' }).click()
  const dialog = page.getByRole('dialog', { name: /^Mudar o estado/ })
  const state = field(dialog, 'Novo estado')
  await expect(state).toBeFocused()
  await state.click()
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('option')).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(bar(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
})

test('what is new, and what is asked to enter, begins in its first field', async ({ page, openPage }) => {
  await page.goto('/socios')
  await expect(row(page, 1).getByRole('link')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/socios/novo')
  await expect(field(page, 'Nome completo')).toBeFocused()
  await page.keyboard.type('Ana Sá')
  await expect(field(page, 'Nome completo')).toHaveValue('Ana Sá')
  await field(page, 'Nome completo').fill('')

  await visit(page, '/candidaturas/nova')
  await expect(page.getByRole('combobox', { name: 'Tipo de pessoa' })).toBeFocused()
  await visit(page, '/mensagens/nova')
  await expect(page.getByRole('searchbox', { name: 'Pesquisar sócios' })).toBeFocused()
  const visitor = await openPage(undefined)
  for (const path of ['/autorizacao/entrar', '/autorizacao/loginporlink']) {
    await visitor.goto(path)
    await expect(visitor.getByLabel('Email')).toBeFocused()
  }
  await visitor.keyboard.type(logins.admin.email)
  await expect(visitor.getByLabel('Email')).toHaveValue(logins.admin.email)
})

test('a NIF is judged as soon as its nine digits are there, and not before', async ({ page }) => {
  await page.goto('/socios/novo')
  const nif = field(page, 'NIF')
  const judged = page.waitForResponse((answer) => answer.url().includes('/members/validate'))
  await nif.pressSequentially('12345678')
  await judged
  await expect(nif).not.toHaveAttribute('aria-invalid', 'true')
  await nif.pressSequentially('0')
  await expect(nif).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('o algarismo de controlo não confere')).toBeVisible()
  await expect(nif).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(nif).not.toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('9')
  await expect(nif).toHaveValue('123456789')
  await expect(nif).not.toHaveAttribute('aria-invalid', 'true')
})

test('days are written as people write them', async ({ page }) => {
  await page.goto('/socios/novo')
  const birth = field(page, 'Data de nascimento')
  for (const typed of ['7-3-58', '7/3/1958', '070358', '07.03.1958']) {
    await birth.fill(typed)
    await birth.blur()
    await expect(birth).toHaveValue('07/03/1958')
  }
  await birth.fill('31/02/58')
  await birth.blur()
  await expect(page.getByText('O dia 31/02/1958 não existe.')).toBeVisible()
})
