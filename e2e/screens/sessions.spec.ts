import type { APIRequestContext } from '@playwright/test'
import { appCode } from '../../server/testing/test-authenticator.ts'
import type { Tokens } from '../../server/auth/tokens.ts'
import {
  beginSession,
  expect,
  logins,
  messageTo,
  signIn,
  stored,
  test,
  tokensOf,
  useServer,
  visit,
  type Page,
  loginPath,
  answerOf,
  sessionOf,
  password,
} from '../fixtures.ts'
import { userMenu } from '../page-parts.ts'

useServer()

const blank = '<!doctype html><link rel="icon" href="data:," />'
const minute = 60_000
const day = 24 * 60 * minute

test('a link by email logs in once', async ({ page, server, openPage, problems }) => {
  problems.expect(/status of 403/)
  await page.goto(loginPath)
  await page.getByRole('link', { name: 'Esqueci-me da palavra-passe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Entrar por ligação')
  await expect(page).toHaveURL('/autorizacao/loginporlink')
  await page.getByLabel('Email').fill(logins.editor.email)
  await page.getByRole('button', { name: 'Enviar ligação' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verifique o seu email')

  const message = await messageTo(server.dataDir, logins.editor.email)
  const link = /http\S+\/autorizacao\/loginporlink\/\S+/.exec(message)?.[0] ?? ''
  expect(link).toContain(`${server.url}/`)
  await page.goto(link)
  await expect(page).toHaveURL('/socios')
  await expect(userMenu(page, logins.editor.name)).toBeVisible()
  await page.getByRole('button', { name: 'Definir nova palavra-passe' }).click()
  await expect(page.getByLabel(/^Nova palavra-passe/)).toBeVisible()
  await expect(page.getByLabel(/^Palavra-passe atual/), 'the old password is not required').toHaveCount(0)

  const other = await openPage(undefined)
  await other.goto(link)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('A ligação já não é válida')
  expect(await stored(other, 'authentication')).toBeNull()
  await other.getByRole('link', { name: 'Pedir nova ligação' }).click()
  await expect(other).toHaveURL('/autorizacao/loginporlink')
})

test('after confirmation by its link the new email signs in, and the old one does not', async ({
  page,
  request,
  server,
  problems,
}) => {
  problems.expect(/status of (401|403|422)/)
  const admin = await tokensOf(request, 'admin')
  const headers = { authorization: `Bearer ${admin.access}` }
  const user = { name: 'Olga Reis', email: 'olga@exemplo.pt', role: 'editor', password: 'barco na maré alta' }
  await request.post('/api/users', { headers, data: user })
  const enter = async (email: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Palavra-passe', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  }
  await page.goto(loginPath)
  await enter(user.email)
  await expect(page.getByRole('grid')).toBeVisible()

  await userMenu(page, user.name).click()
  await page.getByRole('link', { name: 'Editar perfil' }).click()
  await page.getByLabel(/^Novo email/).fill('olga.reis@exemplo.pt')
  await page.getByLabel(/^A sua palavra-passe/).fill('errada de propósito')
  await page.getByRole('button', { name: 'Mudar email' }).click()
  await expect(page.getByLabel(/^A sua palavra-passe/)).toHaveAccessibleDescription(/não está certa/)
  await page.getByLabel(/^A sua palavra-passe/).fill(user.password)
  await page.getByRole('button', { name: 'Mudar email' }).click()
  await expect(
    page.getByText('A mensagem para olga.reis@exemplo.pt ficou retida: não há servidor de email.'),
  ).toBeVisible()

  const message = await messageTo(server.dataDir, 'olga.reis@exemplo.pt')
  await page.goto(/http\S+\/autorizacao\/confirmarEmail\/\S+/.exec(message)?.[0] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email confirmado')
  await page.getByRole('link', { name: 'Ir para o perfil' }).click()
  await expect(page.getByText('olga.reis@exemplo.pt')).toBeVisible()
  expect(await messageTo(server.dataDir, user.email)).toContain('O email da sua conta mudou')

  await visit(page, '/autorizacao/sair')
  await expect(page).toHaveURL(loginPath)
  await enter(user.email)
  await expect(page.getByRole('alert')).toHaveText('O email ou a palavra-passe não estão certos.')
  await enter('olga.reis@exemplo.pt')
  await expect(page.getByRole('grid')).toBeVisible()
})

test('requesting a link for an unknown address looks the same, and sends nothing', async ({
  page,
  database,
}) => {
  await page.goto('/autorizacao/loginporlink')
  await page.getByLabel('Email').fill('ninguem@exemplo.pt')
  await page.getByRole('button', { name: 'Enviar ligação' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verifique o seu email')
  const { rows } = await database.pool.query('SELECT 1 FROM messages WHERE recipient = $1', [
    'ninguem@exemplo.pt',
  ])
  expect(rows).toEqual([])
})

test.describe('in a session', () => {
  test.use({ as: 'admin' })

  test('logging out ends the session in the browser, in the server and in other tabs', async ({
    page,
    context,
    problems,
  }) => {
    await test.step('logging out ends the session in browser and server, and keeps settings of the device', async () => {
      await page.goto('/socios')
      await page.getByRole('button', { name: 'Aumentar o texto' }).click()
      const refreshToken = await stored(page, 'refreshToken')
      const logoutResponse = page.waitForResponse('**/api/auth/logout')
      await userMenu(page, logins.admin.name).click()
      await page.getByRole('link', { name: 'Sair' }).click()
      await expect(page).toHaveURL(loginPath)
      expect((await logoutResponse).status()).toBe(204)
      expect(await stored(page, 'authentication')).toBeNull()
      expect(await stored(page, 'refreshToken')).toBeNull()
      expect(await stored(page, 'fontSize')).toBe('17')
      const revived = await page.request.post('/api/auth/refresh', { data: { refreshToken } })
      expect(revived.status()).toBe(401)

      await page.goBack()
      await expect(page).toHaveURL(loginPath)
      await expect(page.getByRole('grid')).toHaveCount(0)
    })

    await test.step('logging out in one tab ends the session in the others', async () => {
      // A tab may still read something when another ends its session.
      problems.expect(/status of 401/)
      await signIn(page, 'admin')
      await expect(page.getByRole('grid')).toBeVisible()
      const other = await context.newPage()
      await other.goto('/autorizacao/sair')
      await expect(other).toHaveURL(loginPath)
      await expect(page).toHaveURL(loginPath)
      await expect(page.getByRole('grid')).toHaveCount(0)
      // Signing in in one tab continues in all, each at its page.
      await signIn(other, 'admin')
      await expect(page).toHaveURL('/socios')
      await expect(page.getByRole('row').nth(1)).toBeVisible()
    })
  })
})

test('an expired access token is renewed once, also when the response is lost', async ({
  page,
  context,
  problems,
}) => {
  await test.step('concurrent requests renew an expired access token once', async () => {
    problems.expect(/status of 401/)
    const refreshes: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) refreshes.push(request.url())
    })
    const expired = await beginSession('admin', Date.now() - 20 * minute)
    await enterWith(page, expired)
    const refused: string[] = []
    page.on('response', (response) => response.status() === 401 && refused.push(response.url()))
    await page.goto('/socios?pesquisa=silva')
    await expect(page.getByRole('row').nth(1)).toContainText('Silva')
    await expect(page).toHaveURL('/socios?pesquisa=silva')
    await expect.poll(() => refused.length).toBeGreaterThan(1)
    expect(refreshes).toHaveLength(1)
    expect(await stored(page, 'authentication')).not.toBe(expired.access)
    expect(await stored(page, 'refreshToken')).not.toBe(expired.refresh)

    // Two tabs at the same time also renew it once.
    await enterWith(page, await beginSession('admin', Date.now() - 20 * minute))
    const other = await context.newPage()
    await Promise.all([page.goto('/socios'), other.goto('/socios')])
    for (const tab of [page, other]) await expect(tab.getByRole('row').nth(1)).toBeVisible()
    expect(refreshes).toHaveLength(2)
    // It would renew the token of the next step first.
    await other.close()
  })

  await test.step('a renewal with a lost response is retried, and the session continues', async () => {
    problems.expect(/status of 401|ERR_FAILED/)
    const expired = await beginSession('admin', Date.now() - 20 * minute)
    await enterWith(page, expired)
    const answered: number[] = []
    await page.route('**/api/auth/refresh', async (route) => {
      const answer = await route.fetch()
      answered.push(answer.status())
      await (answered.length === 1 ? route.abort() : route.fulfill({ response: answer }))
    })
    await page.goto('/socios?pesquisa=silva')
    await expect(page.getByRole('row').nth(1)).toContainText('Silva')
    expect(answered).toEqual([200, 200])
    expect(await stored(page, 'refreshToken')).not.toBe(expired.refresh)
  })
})

test('a dead or old session redirects to the login, and a younger one continues', async ({
  page,
  problems,
}) => {
  await test.step('a dead session redirects to the login and keeps only unsent work; signing in returns', async () => {
    problems.expect(/status of 401/)
    const dead = await beginSession('admin', Date.now() - 20 * minute)
    const work = { 'work:u1:cartoes:a': '{}' }
    await enterWith(page, dead, { fontSize: '18', menuCollapsed: 'true', ...work })
    await page.request.post('/api/auth/logout', { data: { refreshToken: dead.refresh } })
    await page.goto('/socios?pesquisa=gomes')
    await expect(page).toHaveURL(loginPath)
    expect(await stored(page, 'work:u1:cartoes:a')).toBe('{}')
    for (const key of ['authentication', 'refreshToken', 'fontSize', 'menuCollapsed']) {
      expect(await stored(page, key), key).toBeNull()
    }
    await signIn(page, 'admin')
    await expect(page).toHaveURL('/socios?pesquisa=gomes')
  })

  await test.step('a dead session at the root shows the login', async () => {
    problems.expect(/status of 401/)
    const dead = await beginSession('admin', Date.now() - 20 * minute)
    await enterWith(page, dead)
    await page.request.post('/api/auth/logout', { data: { refreshToken: dead.refresh } })
    await page.goto('/')
    await expect(page).toHaveURL(loginPath)
    await expect(page.getByLabel('Email')).toBeVisible()
  })

  await test.step('a session that expires within a day ends when the page loads', async () => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    const ending = await beginSession('admin', Date.now() - 29 * day - 12 * 60 * minute)
    await enterWith(page, ending, { fontSize: '18' })
    await page.goto('/socios')
    await expect(page).toHaveURL(loginPath)
    expect(await stored(page, 'authentication')).toBeNull()
    expect(await stored(page, 'fontSize')).toBeNull()
    expect(calls).not.toContain('/api/auth/refresh')
    expect(calls).not.toContain('/api/members')
  })

  await test.step('a session that expires later than a day continues', async () => {
    problems.expect(/status of 401/)
    await enterWith(page, await beginSession('admin', Date.now() - 28 * day - 12 * 60 * minute))
    await page.goto('/socios')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })
})

test('blocking an account ends its session at once and prevents signing in', async ({
  page,
  request,
  openPage,
  problems,
}) => {
  problems.expect(/status of (401|403)/)
  const admin = await tokensOf(request, 'admin')
  const headers = { authorization: `Bearer ${admin.access}` }
  const user = { name: 'Vera Lima', email: 'vera@exemplo.pt', role: 'editor', password: 'barco na maré alta' }
  const { data } = (await (await request.post('/api/users', { headers, data: user })).json()) as {
    data: { _id: string }
  }
  const vera = await openPage(undefined)
  await vera.goto(loginPath)
  await vera.getByLabel('Email').fill(user.email)
  await vera.getByLabel('Palavra-passe', { exact: true }).fill(user.password)
  await vera.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(vera.getByRole('grid')).toBeVisible()

  const blocked = await request.patch(`/api/users/${data._id}`, { headers, data: { blocked: true } })
  expect(blocked.status()).toBe(200)
  await expect(vera).toHaveURL(loginPath)
  expect(await stored(vera, 'authentication')).toBeNull()

  await page.goto(loginPath)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Palavra-passe', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/bloqueada/)
})

/** Stores the tokens, on a page without the application's code. */
async function enterWith(
  page: Page,
  { access, refresh }: Tokens,
  others: Record<string, string> = {},
): Promise<void> {
  await page.route('**/em-branco', (route) => route.fulfill({ contentType: 'text/html', body: blank }))
  await page.goto('/em-branco')
  await page.evaluate(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    },
    Object.entries({ authentication: access, refreshToken: refresh, ...others }),
  )
}

test('staff set up the second step that the organisation requires, and sign in with it, with a passkey, and end other sessions', async ({
  page,
  api,
  openPage,
  problems,
}) => {
  problems.expect(/status of (401|403|422)/)
  await activateApp(api)
  await answerOf(await api.patch('/api/settings/requireTwoSteps', { data: { value: 'true' } }))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const transport = { protocol: 'ctap2', transport: 'internal', isUserVerified: true } as const
  const options = { ...transport, hasResidentKey: true, hasUserVerification: true }
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options })

  await page.goto('/socios?pesquisa=gomes')
  await signIn(page, 'editor')
  await expect(page).toHaveURL('/autorizacao/doisPassos')
  await page.getByRole('button', { name: 'Código no telemóvel' }).click()
  await page.getByLabel('A sua palavra-passe', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continuar' }).click()
  const secret = await page.getByRole('main').locator('code').innerText()
  await page.getByLabel('Código de 6 algarismos').fill(appCode(secret, Date.now()))
  await page.getByRole('button', { name: 'Ativar' }).click()
  const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allInnerTexts()
  await page.getByRole('button', { name: 'Já os guardei' }).click()
  await expect(page.getByRole('grid')).toBeVisible()

  // Elsewhere, with a recovery code.
  const elsewhere = await openPage(undefined)
  await elsewhere.goto(loginPath)
  await signIn(elsewhere, 'editor')
  await expect(elsewhere.getByLabel('Código')).toBeFocused()
  await elsewhere.keyboard.type('000000')
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByText('O código não está certo, ou já foi usado.')).toBeVisible()
  await elsewhere.getByLabel('Código').fill(recovery)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByRole('grid')).toBeVisible()

  const { id } = await sessionOf(page)
  await visit(page, `/utilizadores/${id}`)
  await page.getByRole('button', { name: 'Nova chave de acesso' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Portátil')
  await dialog.getByLabel('A sua palavra-passe', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Criar chave de acesso' }).click()
  await expect(page.getByRole('button', { name: 'Tirar Portátil' })).toBeVisible()
  await page.getByRole('button', { name: 'Terminar as outras' }).click()
  await dialog.getByLabel('A sua palavra-passe', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Terminar' }).click()
  await expect(elsewhere).toHaveURL(loginPath)
  await expect(page.getByText('Esta sessão')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Terminar a sessão/ })).toHaveCount(0)

  await page.goto('/autorizacao/sair')
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await expect(page.getByRole('grid')).toBeVisible()

  await answerOf(await api.patch('/api/settings/requireTwoSteps', { data: { value: 'false' } }))
  await answerOf(await api.post(`/api/users/${id}/reset_two_steps`))
  await answerOf(await api.post('/api/auth/two_steps/remove', { data: { password } }))
})

/** Activates an authenticator app for the administrator. */
async function activateApp(api: APIRequestContext): Promise<void> {
  const begun = await api.post('/api/auth/two_steps/begin', { data: { password } })
  const { secret } = await answerOf<{ secret: string }>(begun)
  await answerOf(
    await api.post('/api/auth/two_steps/confirm', { data: { code: appCode(secret, Date.now()) } }),
  )
}
