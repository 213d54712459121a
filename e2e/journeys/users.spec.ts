import { expect, messageTo, test, useServer, visit, linkIn } from '../fixtures.ts'
import { field, saveBar, userMenu } from '../page-parts.ts'

useServer()
test.use({ as: 'admin' })

test('a colleague gets access by a link, works, and is stopped at once when blocked', async ({
  page,
  server,
  openPage,
  problems,
}) => {
  problems.expect(/status of (401|403)/)
  await page.goto('/socios')
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await menu.getByRole('button', { name: 'Configurações' }).click()
  await menu.getByRole('link', { name: 'Utilizadores' }).click()
  await expect(page.getByRole('grid')).toContainText('helena@exemplo.pt')
  await page.getByRole('link', { name: 'Novo utilizador' }).click()
  await field(page, 'Nome').fill('Graça Nobre')
  await field(page, 'Email').fill('graca@exemplo.pt')
  await field(page, 'Perfil').click()
  await page.getByRole('option', { name: /^Editor Faz o trabalho da secretaria/ }).click()
  await saveBar(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Graça Nobre')
  await expect(page.getByRole('dialog'), 'the email is of no member').toHaveCount(0)

  const colleague = await openPage(undefined)
  await colleague.goto(linkIn(await messageTo(server.dataDir, 'graca@exemplo.pt')))
  await expect(userMenu(colleague, 'Graça Nobre')).toBeVisible()
  await visit(colleague, '/socios')
  await expect(colleague.getByRole('grid')).toBeVisible()

  await field(page, 'Bloqueado').check()
  await saveBar(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(colleague).toHaveURL('/autorizacao/entrar')
  await expect(page.getByRole('button', { name: 'Enviar ligação de entrada' })).toHaveCount(0)
})

test('a program gets a key with its first save, reads only what it may, appears in its log, and is refused once revoked', async ({
  page,
  request,
}) => {
  await page.goto('/developers')
  await page.getByRole('link', { name: 'Nova chave de API' }).click()
  await field(page, 'Nome').fill('Sítio novo')
  await page.getByRole('checkbox', { name: 'Ler: Sócios', exact: true }).check()
  await saveBar(page).getByRole('button', { name: 'Guardar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Chave gerada' })
  const secret = await dialog.locator('code').first().innerText()
  await dialog.getByRole('button', { name: 'Já a guardei' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sítio novo')
  const headers = { authorization: `Bearer ${secret}` }
  const statusOf = async (path: string) => (await request.get(path, { headers })).status()
  expect(await statusOf('/api/members')).toBe(200)
  expect(await statusOf('/api/payments')).toBe(403)

  await page.getByRole('link', { name: 'Pedidos' }).click()
  const calls = page.getByRole('table', { name: 'Pedidos' })
  await expect(calls.getByRole('row').filter({ hasText: '/api/payments' })).toContainText('403')

  await test.step('the reference sends a request with the key, and forgets it', async () => {
    const { pathname } = new URL(page.url())
    await visit(page, '/developers/reference')
    await page.getByRole('searchbox', { name: 'Procurar um pedido' }).fill('get members')
    await page.getByRole('link', { name: 'Listar sócios GET /members', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Listar sócios' })).toBeFocused()
    const field = page.getByLabel('Chave de API para experimentar (opcional)')
    const authorization = async () => {
      const sent = page.waitForRequest((one) => new URL(one.url()).pathname === '/api/members')
      await page.getByRole('button', { name: 'Executar' }).click()
      await expect(page.getByText('Estado: OK (200)')).toBeVisible()
      return (await sent).headers()['authorization']
    }
    await field.fill(secret)
    expect(await authorization()).toBe(headers.authorization)
    await page.reload()
    await expect(field).toHaveValue('')
    expect(await authorization()).not.toBe(headers.authorization)
    await visit(page, pathname)
  })

  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Revogar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click()
  await expect(page.getByRole('button', { name: 'Gerar chave' })).toHaveCount(0)
  expect(await statusOf('/api/members')).toBe(401)
})
