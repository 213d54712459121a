import { expect, stored, test, useServer, setupPath } from '../fixtures.ts'
import { field } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

const refused = /status of 422/

test.describe('on an empty database', () => {
  useServer({})

  test('every path redirects to accessible forms, which show errors and create nothing', async ({
    page,
    problems,
  }) => {
    await test.step('every path redirects to the set-up', async () => {
      for (const path of ['/', '/autorizacao/entrar', '/socios', '/utilizadores/novo', '/nada/que/exista']) {
        await page.goto(path)
        await expect(page).toHaveURL(setupPath)
        await expect(page).toHaveTitle(/^Configuração inicial/)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boas-vindas à Agremia')
        await expect(page.getByRole('navigation')).toHaveCount(0)
      }
    })

    await test.step('a browser with data of another organisation is redirected to the set-up too', async () => {
      await page.goto(setupPath)
      // By then the page has read its storage.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.evaluate(() => {
        const claims = { exp: 4e9, iat: 1, CustomUserInfo: { ID: 'x', Name: 'Antiga', Role: 'admin' } }
        localStorage.setItem('authentication', `x.${btoa(JSON.stringify(claims))}.x`)
        localStorage.setItem('refreshToken', `x.${btoa(JSON.stringify(claims))}.x`)
      })
      await page.goto('/antigos')
      await expect(page).toHaveURL(setupPath)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boas-vindas à Agremia')
      expect(await stored(page, 'authentication')).toBeNull()
    })

    await test.step('both forms have no accessibility violations', async () => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      await page.getByText('Explorar com dados de demonstração').click()
      await expect(page.getByRole('button', { name: 'Explorar', exact: true })).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('missing and invalid values show errors at their fields, and nothing is created', async () => {
      problems.expect(refused)
      await page.goto(setupPath)
      await page.getByRole('button', { name: 'Criar e entrar' }).click()
      for (const label of ['Nome da organização', 'O seu nome', 'O seu email', 'Palavra-passe']) {
        await expect(field(page, label)).toHaveAccessibleDescription(/Campo obrigatório\./)
      }
      await expect(field(page, 'Nome da organização')).toBeFocused()

      await field(page, 'Nome da organização').fill('Clube Naval')
      await field(page, 'O seu nome').fill('Ana Luz')
      await field(page, 'O seu email').fill('ana@clube')
      await field(page, 'Palavra-passe').fill('curta')
      await page.getByRole('button', { name: 'Criar e entrar' }).click()
      await expect(field(page, 'O seu email')).toHaveAccessibleDescription(/email/i)
      await expect(field(page, 'Palavra-passe')).toHaveAccessibleDescription(/pelo menos 10 caracteres\. ?/)
      await expect(field(page, 'O seu email')).toHaveAttribute('aria-invalid', 'true')
      await expect(field(page, 'Nome da organização')).not.toHaveAttribute('aria-invalid', 'true')
      await expect(field(page, 'Nome da organização')).toHaveValue('Clube Naval')

      await field(page, 'O seu email').fill('ana@clube.pt')
      await field(page, 'Palavra-passe').fill('clube.ana.luz')
      await page.getByRole('button', { name: 'Criar e entrar' }).click()
      await expect(field(page, 'Palavra-passe')).toHaveAccessibleDescription(/não pode assentar no nome/)
      await expect(field(page, 'O seu email')).not.toHaveAttribute('aria-invalid', 'true')

      expect((await page.request.get('/api/setup')).status()).toBe(200)
    })
  })
})

test.describe('the demonstration', () => {
  useServer({})

  test('shows its logins and that the data is fictional, and the set-up is closed', async ({
    page,
    openPage,
  }) => {
    await page.goto('/')
    await page.getByText('Explorar com dados de demonstração').click()
    await expect(page.getByLabel('Nome da organização')).toHaveCount(0)
    await page.getByRole('button', { name: 'Explorar', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A demonstração está pronta')
    for (const email of ['helena@exemplo.pt', 'rui@exemplo.pt', 'socio@exemplo.pt']) {
      await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Demonstracao-2026')
    }

    await page.getByRole('button', { name: 'Entrar na demonstração' }).click()
    await expect(page).toHaveURL('/socios')
    await expect(page.getByText('Aplicação em modo de testes. Toda a informação é fictícia.')).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toBeVisible()

    const visitor = await openPage(undefined)
    await visitor.goto(setupPath)
    await expect(visitor.getByText('Página não encontrada')).toBeVisible()
  })
})

test.describe('on a server that others can reach', () => {
  useServer({ env: { HOST: '0.0.0.0' } })

  test('the set-up requires the code from the server’s log', async ({ page, server, problems }) => {
    problems.expect(refused)
    const code = /Código para a configuração inicial: (\d+)/.exec(server.output())?.[1] ?? ''
    await page.goto('/')
    await page.getByText('Explorar com dados de demonstração').click()
    await field(page, 'Código de configuração').fill(code === '12345678' ? '87654321' : '12345678')
    await page.getByRole('button', { name: 'Explorar', exact: true }).click()
    await expect(field(page, 'Código de configuração')).toHaveAccessibleDescription(/O código não está certo/)
    expect((await page.request.get('/api/setup')).status()).toBe(200)

    await field(page, 'Código de configuração').fill(`${code.slice(0, 4)} ${code.slice(4)}`)
    await page.getByRole('button', { name: 'Explorar', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A demonstração está pronta')
  })
})
