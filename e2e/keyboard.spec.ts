import { insertSampleMembers } from '../server/setup/sample-members.ts'
import { expect, logins, ownOrganisation, test, useServer, visit, type Page } from './fixtures.ts'
import { field } from './page-parts.ts'

useServer({ env: ownOrganisation }, async (database) => {
  await insertSampleMembers(database.pool, { count: 130, today: '2026-06-30' })
})
test.use({ as: 'admin' })

const row = (page: Page, index: number) => page.locator(`[data-index="${index}"]`)
const bar = (page: Page) => page.getByRole('region', { name: 'Linhas selecionadas' })

test('arrow keys move through a list at once, except in text inputs', async ({ page }) => {
  await page.goto('/socios?todos=sim')
  await expect(row(page, 1).getByRole('link')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row(page, 0)).toBeFocused()

  // After a click they continue from the clicked row.
  await row(page, 3).getByRole('checkbox').click()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 4)).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('a')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('searchbox', { name: 'Pesquisar sócios' })).toBeFocused()
})

test('Escape clears any selection, and closes only the topmost layer', async ({ page }) => {
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

  // A panel over the list, and options over a dialog, close one at a time.
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

test('a menu is walked and closed by keyboard, and `?` in a dialog lists the keys that work there', async ({
  page,
}) => {
  await page.goto('/socios?todos=sim')
  await row(page, 1).getByRole('link').click()
  const opener = page.getByRole('button', { name: 'Mais ações' })
  const items = page.getByRole('menuitem')
  const help = page.getByRole('dialog', { name: 'Teclas de atalho' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(items).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(items.first()).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: /^Eliminar/ })
  await expect(question.getByRole('button').first()).toBeVisible()
  await question.getByRole('button').last().focus()
  await page.keyboard.press('?')
  await expect(help).toContainText('Nesta janela')
  await expect(help).toContainText('Pesquisar em tudo')
  await expect(help).not.toContainText('Seguinte na lista')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
})

test('on a phone, links to the previous and next record are beside the title', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/socios?todos=sim&ordem=-memberNumber')
  const cards = page.getByRole('list', { name: 'Sócios' }).getByRole('listitem')
  const names = await Promise.all([0, 1].map((index) => cards.nth(index).locator('strong').innerText()))
  await cards.first().getByRole('link').click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(names[0] ?? '')
  const walk = page.getByRole('navigation', { name: 'Na lista' })
  await walk.getByRole('button', { name: 'Seguinte' }).click()
  await expect(heading).toHaveText(names[1] ?? '')
  await expect(page.getByRole('navigation', { name: 'Localização' })).toBeHidden()
})

test('J and K open the next and previous record of the list, also across its pages', async ({ page }) => {
  await page.goto('/socios?todos=sim&ordem=-memberNumber')
  const pathOf = async (index: number) =>
    (await row(page, index).getByRole('link').getAttribute('href')) ?? ''
  await expect(row(page, 1).getByRole('link')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const [first, second] = [await pathOf(0), await pathOf(1)]
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(first)
  const walk = page.getByRole('navigation', { name: 'Na lista' })
  await expect(walk).toContainText('1 de 130')
  await expect(walk.getByRole('button', { name: 'Anterior' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('k')
  await expect(page).toHaveURL(first)

  // The open tab stays open, and the help lists the keys.
  await page.getByRole('link', { name: 'Histórico' }).click()
  await expect(page).toHaveURL(`${first}/historico`)
  await page.keyboard.press('j')
  await expect(page).toHaveURL(`${second}/historico`)
  await expect(walk).toContainText('2 de 130')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Teclas de atalho' })
  await expect(help).toContainText('Seguinte na lista')
  await expect(help).not.toContainText('Linha seguinte')
  await page.keyboard.press('Escape')
  await walk.getByRole('button', { name: 'Anterior' }).click()
  await expect(page).toHaveURL(`${first}/historico`)

  // Across a page of rows, and after a reload; Back returns to the list, at that row.
  await page.goto('/socios?todos=sim&ordem=-memberNumber')
  await expect(row(page, 1).getByRole('link')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect(row(page, 129).getByRole('link')).toBeVisible()
  for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowUp')
  await expect(row(page, 99)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(walk).toContainText('100 de 130')
  await page.keyboard.press('j')
  await expect(walk).toContainText('101 de 130')
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.keyboard.press('j')
  await expect(walk).toContainText('102 de 130')
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()
  await expect(row(page, 100)).toContainText(name)
  await expect(row(page, 100)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(walk).toContainText('101 de 130')
  await page.reload()
  await expect(walk).toContainText('101 de 130')
})

test('a record opened by its address has no previous or next record', async ({ page }) => {
  await page.goto('/socios?todos=sim')
  const path = (await row(page, 3).getByRole('link').getAttribute('href')) ?? ''
  await page.goto(path)
  await expect(page.getByRole('link', { name: 'Histórico' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Na lista' })).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(page).toHaveURL(path)
})

test('new records, dialogs and sign-in forms focus their first field', async ({ page, openPage }) => {
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

test('a NIF is validated once it has nine digits, and not before', async ({ page }) => {
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
  await nif.fill('501442600')
  await expect(page.getByText('É o número de uma pessoa coletiva.')).toBeVisible()
  await expect(nif, 'a warning').not.toHaveAttribute('aria-invalid', 'true')
})

test('dates can be typed in several formats', async ({ page }) => {
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

test('the palette offers the actions of the page and the records opened last', async ({ page }) => {
  await page.goto('/socios?todos=sim')
  await expect(row(page, 1).getByRole('link')).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Pesquisar' })
  const find = async (words: string) => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('textbox')).toBeFocused()
    await page.keyboard.type(words)
  }
  const option = (name: string | RegExp) => palette.getByRole('option', { name })

  await find('exportar')
  await expect(option('Exportar')).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Exportar' })).toContainText('130 linhas')
  await page.keyboard.press('Escape')

  await find('escuro')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  const before = await size()
  await find('aumentar letra')
  await page.keyboard.press('Enter')
  await expect.poll(size).not.toBe(before)
  await find('registar pag')
  await expect(option('Registar pagamento')).toHaveCount(1)
  await page.keyboard.press('Escape')

  // The palette omits actions of other pages and disabled actions.
  await find('mudar de estado')
  await expect(palette).toContainText('Sem resultados')
  await page.keyboard.press('Escape')
  const name = (await row(page, 1).getByRole('checkbox').getAttribute('aria-label'))?.slice(
    'Selecionar '.length,
  )
  await row(page, 1).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
  await find('mudar de estado')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Mudar o? ?.*estado/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await visit(page, '/pagamentos')
  await find('')
  await expect(option(new RegExp(name ?? '')).first()).toBeVisible()
  await expect(palette.getByRole('group').first()).toContainText('Abertos há pouco')
  // Global actions appear only in search results, and an empty list has nothing to export.
  await expect(option('Registar pagamento').first()).toBeVisible()
  await expect(option('Exportar')).toHaveCount(0)
  await expect(option('Cores: Escuro')).toHaveCount(0)
  await page.keyboard.type('a')
  await option(/^Ver todos os \d+ resultados$/)
    .first()
    .click()
  await expect(page).toHaveURL(/\/socios\?.*pesquisa=a/)
  await expect(page.getByRole('searchbox', { name: 'Pesquisar sócios' })).toHaveValue('a')
})
