import type { APIRequestContext } from '@playwright/test'
import { decoded } from '../../server/testing/test-mail-server.ts'
import { addMember, answerOf, expect, test, switchSending, useServerWithMail, visit } from '../fixtures.ts'
import { field, saveBar, toasts } from '../page-parts.ts'

const mail = useServerWithMail()
test.use({ as: 'admin' })

test.beforeEach(async ({ api }) => {
  mail().reply = () => 'take'
  await switchSending(api, true)
})

test('a text with variables is edited, previewed with a real member, rejected with unknown variables, and reset', async ({
  page,
  api,
  problems,
}) => {
  problems.expect(/status of 422/)
  await addMember(api, { name: 'Zulmira <b>Reis</b>', email: 'zulmira@exemplo.pt' })
  await page.goto('/configuracaoMensagens')
  await page.getByRole('link', { name: 'Boas-vindas' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boas-vindas')
  const preview = page.frameLocator('iframe[title="Pré-visualização da mensagem"]')
  await expect(preview.getByText('Cara Inês,')).toBeVisible()

  await field(page, 'Ver com os dados do sócio').click()
  await page.keyboard.type('zulmira')
  await page.getByRole('option', { name: /Zulmira/ }).click()
  await expect(preview.getByText('Zulmira,')).toBeVisible()

  // Variables typed in braces and inserted from the menu are both atoms: one key deletes them whole.
  const body = page.getByRole('textbox', { name: 'Mensagem' })
  await expect(body.locator('[data-variable="memberSingular"]')).toHaveText('sócio')
  await body.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Nome: {nome} e ')
  await page.getByRole('button', { name: 'Inserir dado', exact: true }).click()
  await page.getByRole('button', { name: /^N\.º de sócio/ }).click()
  await expect(body.locator('[data-variable="nome"]')).toHaveText('Nome completo')
  await expect(preview.getByText('Nome: Zulmira <b>Reis</b> e 1')).toBeVisible()
  await expect(preview.locator('b')).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await expect(body.locator('[data-variable="numero"]')).toHaveCount(1)
  await page.keyboard.type(' fim')

  await field(page, 'Assunto').fill('Olá {primeiroNome}, {alcunha}')
  await page.keyboard.press('Control+s')
  await expect(field(page, 'Assunto')).toHaveAccessibleDescription(/Não existe: {alcunha}/)
  await expect(page.getByText('Corrija o texto para ver como fica.')).toBeVisible()
  await field(page, 'Assunto').fill('Olá {primeiroNome}')
  await page.keyboard.press('Control+s')
  await expect(toasts(page)).toContainText('Guardado com sucesso.')
  await expect(saveBar(page)).toHaveCount(0)
  const stored = await answerOf<{ subject: string; body: string }>(
    await api.get('/api/message_settings/welcome'),
  )
  expect(stored.subject).toBe('Olá {primeiroNome}')
  expect(stored.body).toMatch(/ Nome: {nome} e +fim<\/p>$/)

  await page.getByRole('button', { name: 'Repor o texto original' }).click()
  const question = page.getByRole('dialog', { name: 'Repor o texto original?' })
  await expect(question).toContainText('Perde-se o texto que a organização escreveu')
  await question.getByRole('button', { name: 'Repor' }).click()
  await expect(field(page, 'Assunto')).toHaveValue('Boas-vindas {aOrganizacao}')
  await expect(body.locator('[data-variable="nome"]')).toHaveCount(0)
})

test('pasting keeps the supported formatting, and nothing is sent without confirmation', async ({
  page,
  problems,
  api,
}) => {
  await test.step('pasting keeps the text and only the supported formatting', async () => {
    // The browser logs that it blocked parts of the pasted HTML.
    problems.expect(/Executing inline event handler violates/)
    await page.goto('/mensagens/nova')
    const body = page.getByRole('textbox', { name: 'Mensagem' })
    await body.click()
    await body.evaluate((element) => {
      const data = new DataTransfer()
      data.setData(
        'text/html',
        '<h1 style="color:red">Festa</h1><p onclick="x()">Venha <b>já</b> <img src="x"><script>alert(1)</script>' +
          '<a href="javascript:alert(1)">aqui</a> {nome}</p>',
      )
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await expect(body).toContainText('Festa')
    await expect(body.locator('strong')).toHaveText('já')
    await expect(body.locator('[style], [onclick], script, a, img[src="x"]')).toHaveCount(0)
    await expect(body.locator('[data-variable="nome"]')).toHaveCount(1)
  })

  await test.step('asks before leaving a draft, and sends nothing without confirmation', async () => {
    await addMember(api, { name: 'Sara Pita', email: 'sara@exemplo.pt' })
    const before = mail().received.length
    await page.goto('/mensagens/nova')
    await field(page, 'Assunto').fill('Rascunho')
    await page.getByRole('link', { name: 'Sócios' }).first().click()
    const question = page.getByRole('dialog', { name: 'Sair sem guardar?' })
    await question.getByRole('button', { name: 'Continuar a editar' }).click()
    await expect(field(page, 'Assunto')).toHaveValue('Rascunho')
    await page.getByRole('textbox', { name: 'Mensagem' }).click()
    await page.keyboard.type('Ainda não')
    await page.getByRole('button', { name: /^Enviar a \d+ pessoas?$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar a escrever' }).click()
    await expect(page).toHaveURL('/mensagens/nova')
    const batches = await api.get('/api/message_batches?_search=rascunho')
    expect(await answerOf<unknown[]>(batches)).toEqual([])
    expect(mail().received).toHaveLength(before)
  })
})

test('held messages are sent, released or discarded only after confirmation', async ({ page, api }) => {
  await test.step('held messages are sent only after confirmation, not when sending is turned on', async () => {
    const member = await addMember(api, { name: 'Tito Vaz', email: 'tito@exemplo.pt' })
    await switchSending(api, false)
    await write(api, [member._id], 'Quando se puder')
    await page.goto('/mensagens')
    const banner = page.getByText('O envio automático de mensagens encontra-se inactivo.')
    await expect(banner).toContainText('Há 1 mensagem retida.')
    await page.getByRole('link', { name: 'Quando se puder' }).click()
    await expect(page.getByRole('region', { name: 'O que se passou' })).toContainText('Envio desligado')
    await switchSending(api, true)
    await expect(banner).toHaveCount(0)
    await expect(page.getByText('Há 1 mensagem retida.')).toBeVisible()
    expect(mail().to('tito@exemplo.pt')).toEqual([])

    const question = page.getByRole('dialog', { name: 'Enviar 1 mensagem agora?' })
    await page.getByRole('button', { name: 'Enviar agora' }).click()
    await question.getByRole('button', { name: 'Manter' }).click()
    await expect(question).toHaveCount(0)
    await page.getByRole('button', { name: 'Enviar agora' }).click()
    await question.getByRole('button', { name: 'Enviar agora' }).click()
    await expect(page.getByText('Há 1 mensagem retida.')).toHaveCount(0)
    await expect(page.getByText('Enviada', { exact: true }).first()).toBeVisible()
    expect(mail().to('tito@exemplo.pt')).toHaveLength(1)
  })

  await test.step('with sending off, held messages can be discarded, or sent by turning sending on', async () => {
    const member = await addMember(api, { name: 'Lia Brás', email: 'lia@exemplo.pt' })
    await switchSending(api, false)
    await write(api, [member._id], 'Já não vai')
    await visit(page, '/mensagens')
    await page.getByRole('button', { name: 'Enviar agora' }).click()
    const question = page.getByRole('dialog', { name: 'Enviar 1 mensagem agora?' })
    await question.getByRole('button', { name: 'Descartar' }).click()
    await expect(toasts(page)).toContainText('1 mensagem sem efeito.')
    await expect(page.getByRole('row').filter({ hasText: 'Já não vai' })).toContainText('Cancelada')

    await write(api, [member._id], 'Agora vai')
    await page.getByRole('button', { name: 'Enviar agora' }).click()
    await question.getByRole('button', { name: 'Ligar o envio e enviar' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Agora vai' })).toContainText('Enviada')
    await expect(page.getByText('O envio automático de mensagens encontra-se inactivo.')).toHaveCount(0)
    expect(
      mail()
        .to('lia@exemplo.pt')
        .map((one) => decoded(one).includes('Agora vai')),
    ).toEqual([true])
  })

  await test.step('a message goes to all results of a search, and waiting messages are released or cancelled together', async () => {
    await switchSending(api, true)
    for (const name of ['Noa Quintal', 'Gil Quintal', 'Ivo Quintal'])
      await addMember(api, { name, email: `${name.slice(0, 3).toLowerCase()}@exemplo.pt` })
    await switchSending(api, false)
    await visit(page, '/socios?pesquisa=quintal')
    await expect(page.getByRole('row')).toHaveCount(4)
    await page.getByRole('checkbox', { name: 'Selecionar as 3 linhas' }).click()
    await page.getByRole('button', { name: 'Enviar mensagem' }).click()
    await expect(page.getByRole('searchbox', { name: 'Pesquisar sócios' })).toHaveValue('quintal')
    await expect(page.getByText('Estado: ativos')).toBeVisible()
    await field(page, 'Assunto').fill('Vindima')
    await page.getByRole('textbox', { name: 'Mensagem' }).click()
    await page.keyboard.type('Sábado, às nove.')
    await page.getByRole('button', { name: 'Enviar a 3 pessoas' }).click()
    const question = page.getByRole('dialog', { name: 'Enviar a 3 pessoas?' })
    await expect(question).toContainText('as mensagens ficam retidas até alguém as libertar')
    await question.getByRole('button', { name: 'Enviar a 3' }).click()
    await expect(page.getByText('Retido', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Mensagens retidas' })).toContainText(
      '3 mensagens estão retidas',
    )

    await visit(page, '/mensagens?pesquisa=vindima')
    await page.getByRole('checkbox', { name: 'Selecionar Vindima' }).first().click()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page
      .getByRole('dialog', { name: 'Cancelar 1 mensagem' })
      .getByRole('button', { name: 'Cancelar' })
      .click()
    const progress = page.getByRole('dialog', { name: 'Cancelar 1 mensagem' })
    await expect(progress).toContainText('1 de 1 feita')
    await progress.getByRole('button', { name: 'Fechar' }).last().click()
    await switchSending(api, true)
    await page.getByRole('checkbox', { name: 'Selecionar as 3 linhas' }).click()
    await page.getByRole('button', { name: 'Libertar' }).click()
    const releasing = page.getByRole('dialog', { name: 'Libertar 3 mensagens?' })
    await expect(releasing).toContainText('Saem as que estão retidas; as outras ficam como estão.')
    await releasing.getByRole('button', { name: 'Libertar' }).click()
    await expect(toasts(page)).toContainText('2 mensagens a caminho.')
    await expect(
      page.getByRole('row').filter({ has: page.getByText('Enviada', { exact: true }) }),
    ).toHaveCount(2)
    await expect(page.getByRole('row').filter({ hasText: 'Cancelada' })).toHaveCount(1)
  })
})

test('the mail server: refused messages, test messages and its password', async ({ page, api, problems }) => {
  await test.step('a refused message shows the reason, and can be sent to another address', async () => {
    problems.expect(/status of 422/)
    const member = await addMember(api, { name: 'Eva Lima', email: 'eva.antiga@exemplo.pt' })
    mail().reply = (recipient) => (recipient.includes('antiga') ? { code: 550, at: 'recipient' } : 'take')
    await write(api, [member._id], 'Convocatória')
    await page.goto('/mensagens?state=failed')
    await page.getByRole('link', { name: 'Convocatória' }).click()
    await expect(page.getByRole('region', { name: 'O que se passou' })).toContainText('palavras do servidor')
    await expect(page.getByRole('region', { name: 'Tentativas de envio' })).toContainText('Recusada')
    await page.getByRole('button', { name: 'Enviar de novo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enviar de novo' })
    await field(dialog, 'Outro destino').fill('nada')
    await dialog.getByRole('button', { name: 'Enviar de novo' }).click()
    await expect(field(dialog, 'Outro destino')).toHaveAccessibleDescription(/email/i)
    await field(dialog, 'Outro destino').fill('eva.nova@exemplo.pt')
    await dialog.getByRole('button', { name: 'Enviar de novo' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Enviada', { exact: true }).first()).toBeVisible()
    expect(mail().to('eva.nova@exemplo.pt')).toHaveLength(1)
    expect(mail().to('eva.antiga@exemplo.pt')).toEqual([])
  })

  await test.step('a test message reports success, or the error of the mail server', async () => {
    mail().reply = () => 'take'
    await visit(page, '/configuracaoMensagens?separador=email')
    await field(page, 'Email de destino').fill('teste@exemplo.pt')
    await page.getByRole('button', { name: 'Enviar teste' }).click()
    await expect(page.getByText('A mensagem de teste foi enviada.')).toBeVisible()
    expect(mail().to('teste@exemplo.pt')).toHaveLength(1)
    mail().reply = () => ({ code: 554, at: 'data' })
    await page.getByRole('button', { name: 'Enviar teste' }).click()
    await expect(page.getByText('A mensagem de teste não saiu.')).toBeVisible()
    await expect(page.getByText(/palavras do servidor/)).toBeVisible()
    expect(mail().to('teste@exemplo.pt')).toHaveLength(1)
  })

  await test.step('the password of the mail server can be replaced or removed, and is never shown', async () => {
    const path = '/configuracaoMensagens?separador=email'
    await visit(page, path)
    const secret = page.locator('#setting-mailPassword')
    await secret.fill('segredo-um')
    await page.keyboard.press('Control+s')
    await expect(toasts(page)).toContainText('Guardado com sucesso.')
    await page.goto(path)
    await expect(page.getByText('Está definida. Escreva outra para a substituir.')).toBeVisible()
    await expect(secret).toHaveValue('')
    expect(await (await api.get('/api/settings')).text()).not.toContain('segredo-um')
    await page.getByRole('button', { name: 'Retirar' }).click()
    await expect(page.getByText('Ao guardar, deixa de estar definida.')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(saveBar(page)).toHaveCount(0)
    await expect(page.getByText('Está definida.')).toHaveCount(0)
  })
})

test.describe('in the role of an editor', () => {
  test.use({ as: undefined })

  test('texts can be edited, and mail servers are hidden', async ({ openPage, api }) => {
    await answerOf(
      await api.post('/api/users', {
        data: { name: 'Rui Tavares', email: 'rui@exemplo.pt', role: 'editor', password: 'Demonstracao-2026' },
      }),
    )
    const page = await openPage('editor')
    await page.goto('/configuracaoMensagens')
    const tabs = page.getByRole('navigation', { name: 'Configurações' })
    await expect(tabs.getByRole('link')).toHaveText(['Mensagens automáticas', 'Avisos de dívida', 'Envio'])
    await page.getByRole('checkbox', { name: 'Enviar «Cartão pronto»' }).uncheck()
    await expect(toasts(page)).toContainText('A mensagem deixa de ser enviada.')
    const stored = await answerOf<{ enabled: boolean }>(await api.get('/api/message_settings/cardReady'))
    expect(stored.enabled).toBe(false)
    await expect(page.getByRole('checkbox', { name: 'Enviar «Entrar por ligação»' })).toBeDisabled()

    await page.getByRole('link', { name: 'Confirmação do email da candidatura' }).click()
    await expect(page.getByText('só os administradores mudam esta mensagem')).toBeVisible()
    await expect(page.getByText('Confirme o seu email').first()).toBeVisible()
    await expect(page.frameLocator('iframe[title="Mensagem"]').getByText('[Prazo da ligação]')).toBeVisible()
    const preview = page.frameLocator('iframe[title="Pré-visualização da mensagem"]')
    await expect(preview.getByText('Confirmar o email: https://')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /Assunto|Mensagem|SMS/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Guardar|Repor/ })).toHaveCount(0)
  })
})

/** Creates a message batch through the API and waits until its messages exist. */
async function write(api: APIRequestContext, ids: string[], subject: string): Promise<void> {
  const { _id } = await answerOf<{ _id: string }>(
    await api.post('/api/message_batches', {
      data: { subject, body: '<p>Texto</p>', kind: 'service', channel: 'email', audience: { ids } },
    }),
  )
  await expect
    .poll(async () => (await answerOf<{ state: string }>(await api.get(`/api/message_batches/${_id}`))).state)
    .toBe('composed')
}
