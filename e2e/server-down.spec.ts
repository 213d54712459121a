import { addMember, expect, test, useServer, type Page } from './fixtures.ts'

useServer()

const lost =
  /ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_CONTENT_LENGTH_MISMATCH|WebSocket connection to|status of 503/

for (const { signal, how } of [
  { signal: 'SIGTERM', how: 'stops in order' },
  { signal: 'SIGKILL', how: 'is killed' },
] as const) {
  test.describe(`when the server ${how}`, () => {
    test.use({ as: 'admin' })

    test('the page says so, recovers by itself, and keeps unsaved input', async ({
      page,
      api,
      server,
      problems,
    }) => {
      problems.expect(lost)
      const { _id } = await addMember(api, { name: 'Baltasar Sete-Sóis', city: 'Mafra' })
      await page.goto(`/socios/${_id}`)
      await expect(page.getByRole('status').filter({ hasText: 'Em direto' })).toBeVisible()
      await page.getByRole('textbox', { name: 'Nome completo' }).fill('Baltasar Mateus Sete-Sóis')
      await page.getByRole('textbox', { name: 'Localidade' }).fill('Lisboa')
      await expect(page.getByText('2 alterações por guardar')).toBeVisible()

      await server.goDown(signal)
      const overlay = page.getByRole('dialog', { name: 'Perdido o contacto com o servidor' })
      await expect(overlay.getByRole('paragraph').first()).toHaveText('Perdido o contacto com o servidor')
      await expect(overlay.getByText('A tentar restabelecer ligação ao servidor')).toBeVisible()
      for (const count of ['3', '2', '1', '3']) {
        await expect(overlay.getByText(count, { exact: true })).toBeVisible()
      }
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(overlay, 'nothing takes it away but an answer').toBeVisible()
      await page.evaluate(() => Object.assign(window, { before: true }))

      const dialogs: string[] = []
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.type())
        void dialog.accept()
      })
      await server.restart()
      await page.waitForFunction(() => !('before' in window))
      await expect(overlay).toHaveCount(0)
      await expect(
        page.getByText('Foram retomadas as alterações que tinham ficado por guardar.'),
      ).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Nome completo' })).toHaveValue(
        'Baltasar Mateus Sete-Sóis',
      )
      await expect(page.getByRole('textbox', { name: 'Localidade' })).toHaveValue('Lisboa')
      expect(dialogs, 'no confirmation before the reload').toEqual([])

      await page.keyboard.press('Control+s')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Baltasar Mateus Sete-Sóis')
      await expect(page.getByText('por guardar')).toHaveCount(0)
    })
  })
}

test.describe('saving while the server is away', () => {
  test.use({ as: 'admin' })

  test('keeps the input and creates one record', async ({ page, api, server, problems }) => {
    problems.expect(lost)
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
