import type { APIRequestContext } from '@playwright/test'
import { appCode } from '../../server/testing/test-authenticator.ts'
import {
  answerOf,
  expect,
  logins,
  password,
  sessionOf,
  signIn,
  stored,
  test,
  useServer,
  visit,
  loginPath,
} from '../fixtures.ts'
import { userMenu } from '../page-parts.ts'

useServer()

test('missing values, wrong passwords and too many attempts start no session; signing in returns to the requested page', async ({
  page,
  problems,
}) => {
  await test.step('missing values show errors at their fields', async () => {
    problems.expect(/status of 422/)
    await page.goto(loginPath)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Campo obrigatório/)
    await expect(page.getByLabel('Email')).toBeFocused()
  })

  await test.step('a wrong password shows an error, and starts no session', async () => {
    problems.expect(/status of 403/)
    await page.goto('/')
    await expect(page).toHaveURL(loginPath)
    await expect(page).toHaveTitle('Entrar – Clube Recreativo do Outeiro')
    await signIn(page, 'admin', 'outra-palavra-passe')
    await expect(page.getByRole('alert')).toHaveText('O email ou a palavra-passe não estão certos.')
    await expect(page).toHaveURL(loginPath)
    await expect(page.getByLabel('Email')).toHaveValue(logins.admin.email)
    expect(await stored(page, 'authentication')).toBeNull()

    // The response does not reveal whether an account exists.
    await page.getByLabel('Email').fill('ninguem@exemplo.pt')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('O email ou a palavra-passe não estão certos.')
  })

  await test.step('after too many attempts even the right password has to wait', async () => {
    problems.expect(/status of (403|429)/)
    const credentials = { email: 'insistente@exemplo.pt', password: 'nunca-esta-certa' }
    for (let attempt = 0; attempt < 10; attempt++) await page.request.post('/api/auth', { data: credentials })
    await page.goto(loginPath)
    await page.getByLabel('Email').fill(credentials.email)
    await page.getByLabel('Palavra-passe', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(
      /^Demasiadas tentativas\. Tente novamente dentro de 1\d minutos\.$/,
    )
    expect(await stored(page, 'authentication')).toBeNull()
  })

  await test.step('signing in returns to the requested page', async () => {
    await page.goto('/socios?pesquisa=gomes')
    await expect(page).toHaveURL(loginPath)
    await signIn(page, 'admin')
    await expect(page).toHaveURL('/socios?pesquisa=gomes')
    await expect(page.getByRole('searchbox', { name: 'Pesquisar sócios' })).toHaveValue('gomes')
    await expect(userMenu(page, logins.admin.name)).toBeVisible()

    // With a session, the login page redirects.
    await page.goto(loginPath)
    await expect(page).toHaveURL(/\/socios(\?|$)/)
  })
})

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
