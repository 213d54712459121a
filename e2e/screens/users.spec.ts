import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  addMember,
  answerOf,
  expect,
  messageTo,
  password,
  test,
  useServer,
  visit,
  linkIn,
} from '../fixtures.ts'
import { field, saveBar, toasts, userMenu } from '../page-parts.ts'

useServer()
test.use({ as: 'admin' })

const usersPath = '/utilizadores'

test('accounts are linked to members by their email, one by one or for all', async ({
  page,
  api,
  server,
}) => {
  await test.step('an account for the email of a member is linked to their record; members who share it are told apart', async () => {
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

  await test.step('accounts are created for all members with an email of their own; repeating it creates none', async () => {
    const member = await addMember(api, { name: 'Zulmira Antas', email: 'zulmira@exemplo.pt' })
    await visit(page, usersPath)
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
  await expect(toasts(page)).toContainText('A mensagem ficou retida: não há servidor de email.')
  await page.getByRole('main').getByRole('button', { name: 'Copiar ligação' }).click()
  const copying = page.getByRole('dialog', { name: 'Ligação de entrada de Olga Reis' })
  await copying.getByRole('textbox', { name: 'A sua palavra-passe' }).fill(password)
  await copying.getByRole('button', { name: 'Fazer a ligação' }).click()
  await expect(copying.getByText(/\/loginporlink\//)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Ver a conta' }).click()
  await expect(page).toHaveURL(`${usersPath}/${_id}`)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Terminar todas as sessões' }).click()
  await expect(toasts(page)).toContainText('Sessões terminadas.')
  await expect(colleague).toHaveURL('/autorizacao/entrar')
})

test('a webhook gets its key with its first save, then another, tells of a change, and sends it again', async ({
  page,
  api,
}) => {
  const received: { id: unknown; event: { type: string; data: { city?: string } } }[] = []
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ id: request.headers['webhook-id'], event: JSON.parse(body) })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const member = await addMember(api, { name: 'Vasco Lobo' })

  await page.goto('/developers')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('checkbox', { name: /^Permitir webhooks para redes privadas/ }).check()
  await saveBar(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(saveBar(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Novo webhook' }).click()
  await field(page, 'Nome').fill('Sítio')
  await field(page, 'Endereço').fill(`http://127.0.0.1:${port}/eventos`)
  await page.getByRole('checkbox', { name: 'Alterado: Sócios', exact: true }).check()
  await saveBar(page).getByRole('button', { name: 'Guardar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Chave gerada' })
  const key = dialog.locator('code')
  await expect(key).toHaveText(/^whsec_/)
  const first = await key.innerText()
  await dialog.getByRole('button', { name: 'Já a guardei' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sítio')

  await page.getByRole('button', { name: 'Gerar chave' }).click()
  await page.getByRole('dialog', { name: 'Gerar chave' }).getByRole('button', { name: 'Gerar chave' }).click()
  await expect(key).toHaveText(/^whsec_/)
  expect(await key.innerText(), 'a new key').not.toBe(first)
  await dialog.getByRole('button', { name: 'Já a guardei' }).click()

  await answerOf(await api.patch(`/api/members/${member._id}`, { data: { city: 'Tavira' } }))
  await page.getByRole('link', { name: 'Entregas' }).click()
  const row = page.getByRole('row').filter({ hasText: 'members.updated' })
  await expect(row).toContainText('Entregue')
  expect(received[0]?.event.data.city).toBe('Tavira')
  await row.getByRole('link').click()
  await page.getByRole('button', { name: 'Voltar a enviar' }).click()
  await expect(page.getByRole('table', { name: 'Tentativas' }).getByRole('row')).toHaveCount(3)
  expect(received.map(({ id }) => id)).toEqual([received[0]?.id, received[0]?.id])
  receiver.close()
})
