import { readRoutes } from '../app-routes.ts'
import { addMember, answerOf, expect, ownOrganisation, test, today, useServer, visit } from '../fixtures.ts'
import { choose, field } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

test('a request of access goes from its entry to the answer, and later the data are erased', async ({
  page,
  api,
}) => {
  const { _id: memberId } = await addMember(api, { name: 'Perpétua Ramalho', email: 'perpetua@exemplo.pt' })

  await test.step('the request is entered, and says until when it must be answered', async () => {
    await page.goto('/privacidade/pedidos/novo')
    await field(page, 'Sócio').fill('Perpétua')
    await page.getByRole('option', { name: /Perpétua Ramalho/ }).click()
    await choose(page, 'Direito', 'Acesso')
    await page.getByRole('textbox', { name: 'Recebido em' }).fill(today())
    await page.getByRole('textbox', { name: 'O que pede' }).fill('Tudo o que se guarda.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pedido n.º 1: Acesso')
    await expect(page.getByText(/^Faltam \d+ dias$/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the copy of the data is made and downloaded', async () => {
    await page.getByRole('link', { name: 'Cópia dos dados' }).click()
    await page.getByRole('button', { name: 'Juntar os dados' }).click()
    await expect(page.getByText('Pronto')).toBeVisible()
    await expectAccessible(page)
    const sent = page.context().waitForEvent('response', (answer) => answer.url().includes('/api/files/'))
    await page.getByRole('button', { name: 'Descarregar' }).click()
    expect((await sent).status()).toBe(200)
  })

  await test.step('the answer closes the request', async () => {
    await page.getByRole('button', { name: 'Registar a resposta' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Respondido em' }).fill(today())
    await dialog
      .getByRole('textbox', { name: 'Como se confirmou a identidade' })
      .fill('Cartão de Cidadão, à vista')
    await dialog.getByRole('textbox', { name: 'Fundamento e resposta' }).fill('Entregou-se a cópia.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Registar a resposta' }).click()
    await expect(page.getByText('Satisfeito', { exact: true })).toBeVisible()
  })

  await test.step('the data of a current member are not erased', async () => {
    await visit(page, `/socios/${memberId}`)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Eliminar os dados pessoais' }).click()
    await expect(page.getByRole('dialog')).toContainText('registe primeiro a saída')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click()
  })

  await test.step('those of a former one are, after a typed confirmation', async () => {
    const states = await (await api.get('/api/member_state_names?_name=Exonerado')).json()
    const change = { stateNameId: states.data[0]._id, date: today(), reason: 'Pediu' }
    await answerOf(await api.post(`/api/members/${memberId}/change_state`, { data: change }))
    // The data of a person are not erased while a message to them is being sent.
    const sending = async () =>
      ((await (await api.get('/api/messages?_state=sending')).json()) as { data: unknown[] }).data
    await expect.poll(sending).toEqual([])
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Eliminar os dados pessoais' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Confirmação' }).fill('anonimizar')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar os dados pessoais' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\(anonimizado\)$/)
    await expect(page.getByText('Dados pessoais eliminados')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('what is due is listed', async () => {
    await visit(page, '/privacidade/eliminar')
    await expect(page.getByText('Nada por eliminar.').first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a data breach shows the time left until its notification is recorded', async () => {
    await visit(page, '/privacidade/violacoes/nova')
    await page.getByRole('textbox', { name: 'Resumo' }).fill('Portátil perdido')
    const known = page.getByRole('textbox', { name: 'Soube-se em' })
    await known.fill(today())
    await page.getByRole('textbox', { name: 'Descrição' }).fill('Ficou no comboio.')
    await page.getByRole('textbox', { name: 'Pessoas afetadas' }).fill('Alunos')
    await page.getByRole('textbox', { name: 'Dados afetados' }).fill('Nome e telefone.')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Violação de dados n.º 1')
    await expect(page.getByText(/^Faltam \d+ horas$/)).toBeVisible()
    await expectAccessible(page)
    await visit(page, '/socios')
    await page.getByRole('link', { name: /^1 violação de dados por notificar: faltam \d+ horas$/ }).click()
    await page.getByRole('link', { name: 'Portátil perdido' }).click()
    await page.getByRole('button', { name: 'Registar a notificação' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Notificada à CNPD em' }).fill(today())
    await page.getByRole('dialog').getByRole('button', { name: 'Registar a notificação' }).click()
    await expect(page.getByText('Notificada', { exact: true }).first()).toBeVisible()
  })

  await test.step('the register of processing activities is filled, with a document', async () => {
    await visit(page, '/privacidade/atividades')
    await expect(page.getByText('Recibos, donativos e contabilidade')).toBeVisible()
    await expectAccessible(page)
    const sent = page
      .context()
      .waitForEvent('response', (answer) => answer.url().includes('/api/privacy_documents/'))
    await page.getByRole('button', { name: 'Documento' }).click()
    expect((await sent).headers()['content-type']).toBe('application/pdf')
  })

  await test.step('no page for visitors may be indexed', async () => {
    const { routes } = await readRoutes()
    const paths = routes
      .filter(({ who }) => who === 'everyone')
      .map(({ path }) => path.replaceAll(/:\w+\??/g, 'nada'))
    expect(paths).toEqual(expect.arrayContaining(['/inscricao', '/v/nada', '/verificarRecibo/nada']))
    for (const path of paths) {
      const answer = await api.get(path)
      expect(answer.headers()['x-robots-tag'], path).toBe('noindex')
      expect(await answer.text(), path).toContain('<meta name="robots" content="noindex"')
    }
  })
})
