import { expect, test, useServer, type Page } from '../fixtures.ts'
import { editWhileServerIsAway, connectionErrors } from '../server-down.ts'

useServer()

test.describe('when the server stops in order', () => {
  test.use({ as: 'admin' })

  test('the page says so, recovers by itself, and keeps unsaved input', ({ page, api, server, problems }) =>
    editWhileServerIsAway({ page, api, server, problems }, 'SIGTERM'))
})

test.describe('saving while the server is away', () => {
  test.use({ as: 'admin' })

  test('keeps the input and creates one record', async ({ page, api, server, problems }) => {
    problems.expect(connectionErrors)
    await page.goto('/socios/novo')
    await fillNewMember(page, 'Blimunda Sete-Luas')
    await server.goDown('SIGKILL')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('dialog', { name: 'Perdido o contacto com o servidor' })).toBeVisible()
    await server.restart()
    await expect(page.getByText('Foram retomadas as alterações')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Nome completo' })).toHaveValue('Blimunda Sete-Luas')
    await page.keyboard.press('Control+s')
    await expect(page).toHaveURL(/\/socios\/[0-9a-f-]{36}$/)
    const found = await api.get('/api/members?_search=blimunda')
    expect(((await found.json()) as { meta: { total: number } }).meta.total).toBe(1)
  })
})

test('a first visit with an error of the server shows it, with a button to retry', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 500/)
  await leaveOutWords(page)
  await page.route('**/api/terminology', (route) =>
    route.fulfill({ status: 500, json: { message: 'Ocorreu um erro inesperado.', code: 'abc' } }),
  )
  await page.goto('/socios')
  await expect(page.getByRole('alert')).toContainText('Não foi possível abrir a aplicação')
  await page.unroute('**/api/terminology')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test.describe('a slow response', () => {
  test.use({ as: 'admin' })

  test('shows neither overlay nor error', async ({ page }) => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/members?*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/socios')
    await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    answer()
    await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  })
})

/** Serves the page as the server does while its database does not respond. */
async function leaveOutWords(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => !/^\/(api|assets)\//.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replace(/(id="organizacao">)[^<]*/, '$1')
      return route.fulfill({ response, body })
    },
  )
}

async function fillNewMember(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Nome completo' }).fill(name)
  await page.getByRole('combobox', { name: 'Categoria' }).click()
  await page.getByRole('option', { name: 'Efetivo' }).click()
}
