import { expect, logins, password, signIn, stored, test, useServer, loginPath } from '../fixtures.ts'
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
