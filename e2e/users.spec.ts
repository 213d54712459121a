import { addMember, answerOf, expect, messageTo, test, useServer, visit } from './fixtures.ts'
import { choose, field, saveBar, toasts, userMenu } from './page-parts.ts'

useServer()
test.use({ as: 'admin' })

const usersPath = '/utilizadores'
const linkIn = (message: string) => /http\S+\/autorizacao\/loginporlink\/\S+/.exec(message)?.[0] ?? ''

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
  await choose(page, 'Perfil', 'Editor')
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

test('an account for the email of a member is linked to their record; members who share it are told apart', async ({
  page,
  api,
}) => {
  const sole = await addMember(api, { name: 'Rosalina Prata', email: 'rosalina@exemplo.pt' })
  await addMember(api, { name: 'Aníbal Prata', email: 'pratas@exemplo.pt' })
  const shared = await addMember(api, { name: 'Berta Prata', email: 'pratas@exemplo.pt' })
  await page.goto(usersPath)
  for (const [email, member, button] of [
    ['rosalina@exemplo.pt', sole, 'Associar'],
    ['pratas@exemplo.pt', shared, /^Berta Prata/],
  ] as const) {
    await visit(page, `${usersPath}/novo`)
    await field(page, 'Email').fill(email)
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: button, exact: typeof button === 'string' }).click()
    await expect(field(page, 'Nome')).toHaveValue(member.name)
    await saveBar(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.name)
    const [user] = await answerOf<{ personId: string; role: string }[]>(
      await api.get(`/api/users?_email=${email}`),
    )
    const record = await answerOf<{ personId: string }>(await api.get(`/api/members/${member._id}`))
    expect(user).toMatchObject({ personId: record.personId, role: 'member' })
  }
})

test('accounts are created for all members with an email of their own; repeating it creates none', async ({
  page,
  api,
  server,
}) => {
  const member = await addMember(api, { name: 'Zulmira Antas', email: 'zulmira@exemplo.pt' })
  await page.goto(usersPath)
  await page.getByRole('link', { name: 'Criar contas em conjunto' }).click()
  const start = page.getByRole('button', { name: /^Criar \d+ contas$/ })
  await expect(start).toBeVisible()
  await expect(page.getByRole('region', { name: 'Previsão' })).toContainText('Sem email')
  await start.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Criar/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Criar contas de sócios')
  await expect(page.getByRole('main')).toContainText('Concluída', { timeout: 120_000 })
  expect(linkIn(await messageTo(server.dataDir, 'zulmira@exemplo.pt'))).toContain(server.url)
  const users = await answerOf<unknown[]>(await api.get('/api/users?_email=zulmira@exemplo.pt'))
  expect(users).toHaveLength(1)

  await visit(page, `${usersPath}/criarMultiplos`)
  await expect(page.getByRole('region', { name: 'Previsão' })).toContainText('Nenhuma conta por criar.')
  await visit(page, `/socios/${member._id}`)
})

test('a link is sent again, and all sessions of a user end', async ({
  page,
  api,
  server,
  openPage,
  problems,
}) => {
  problems.expect(/status of 401/)
  const data = { name: 'Olga Reis', email: 'olga@exemplo.pt', role: 'editor' }
  const { _id } = await answerOf<{ _id: string }>(await api.post('/api/users', { data }))
  const colleague = await openPage(undefined)
  await colleague.goto(linkIn(await messageTo(server.dataDir, 'olga@exemplo.pt')))
  await expect(userMenu(colleague, 'Olga Reis')).toBeVisible()
  await page.goto(`${usersPath}/recuperar-password/${_id}`)
  await page.getByRole('button', { name: 'Enviar ligação' }).click()
  await expect(toasts(page)).toContainText('Ligação enviada.')
  await expect(page).toHaveURL(`${usersPath}/${_id}`)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Terminar todas as sessões' }).click()
  await expect(toasts(page)).toContainText('Sessões terminadas.')
  await expect(colleague).toHaveURL('/autorizacao/entrar')
})

test('a program gets a secret, reads only what it may, appears in its log, and is refused once revoked', async ({
  page,
  request,
}) => {
  await page.goto('/developers')
  await page.getByRole('link', { name: 'Novo segredo' }).click()
  await field(page, 'Nome').fill('Sítio novo')
  await page.getByRole('checkbox', { name: 'Ler: Sócios', exact: true }).check()
  await saveBar(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sítio novo')
  await page.getByRole('button', { name: 'Fazer o segredo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fazer o segredo' })
  await dialog.getByRole('button', { name: 'Fazer', exact: true }).click()
  const secret = await dialog.locator('code').first().innerText()
  await dialog.getByRole('button', { name: 'Já o guardei' }).click()
  const headers = { authorization: `Bearer ${secret}` }
  const statusOf = async (path: string) => (await request.get(path, { headers })).status()
  expect(await statusOf('/api/members')).toBe(200)
  expect(await statusOf('/api/payments')).toBe(403)

  await page.getByRole('link', { name: 'Pedidos' }).click()
  const calls = page.getByRole('table', { name: 'Pedidos' })
  await expect(calls.getByRole('row').filter({ hasText: '/api/payments' })).toContainText('403')
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Revogar' }).click()
  await expect(page.getByRole('button', { name: 'Fazer o segredo' })).toHaveCount(0)
  expect(await statusOf('/api/members')).toBe(401)
})
