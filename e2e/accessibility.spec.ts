import type { APIRequestContext } from '@playwright/test'
import {
  addMember,
  answerOf,
  expect,
  expectAccessible,
  type Page,
  test,
  useServer,
  visit,
} from './fixtures.ts'
import { arrived, field, userMenu } from './page-parts.ts'

test.describe('nothing is in the way', () => {
  useServer()

  test('of visitors', async ({ page, problems }) => {
    problems.expect(/status of (403|422)/)
    await page.goto('/autorizacao/entrar')
    await look(page)
    await button(page, 'Entrar').click()
    await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true')
    await look(page)
    await page.getByRole('link', { name: 'Esqueci-me da palavra-passe' }).click()
    await look(page)
    await field(page, 'Email').fill('alguem@exemplo.pt')
    await button(page, 'Enviar ligação').click()
    await expect(page.getByRole('heading', { name: 'Verifique o seu email' })).toBeVisible()
    await look(page)
    await visit(page, '/autorizacao/loginporlink/gasto')
    await expect(page.getByRole('heading', { name: 'A ligação já não é válida' })).toBeVisible()
    await look(page)
    await visit(page, '/autorizacao/confirmarEmail/gasto')
    await expect(page.getByRole('heading', { name: 'A ligação já não é válida' })).toBeVisible()
    await look(page)
  })

  test('of those who apply', async ({ page, problems }) => {
    problems.expect(/status of 422/)
    await page.goto('/inscricao')
    await expect(field(page, 'Nome completo')).toBeVisible()
    await look(page)
    await field(page, 'Data de nascimento').fill('01/02/2020')
    await button(page, 'Enviar candidatura').click()
    await expect(field(page, 'Encarregado de educação')).toHaveAttribute('aria-invalid', 'true')
    await look(page)
    await button(page, 'Ler o texto').click()
    await expect(page.getByRole('dialog')).toContainText('Comissão Nacional de Proteção de Dados')
    await look(page)
    await visit(page, '/inscricao/confirmacao/gasta')
    await expect(button(page, 'Enviar de novo')).toBeVisible()
    await look(page)
  })

  test('of those who check a card', async ({ page, api, problems }) => {
    problems.expect(/status of 404 .*verify/)
    await page.goto(`/v/${await codeOfSomebody(api)}`)
    await expect(page.getByRole('region', { name: 'Cartão' })).toBeVisible()
    await look(page)
    await field(page, 'Verificar outro').fill('nada')
    await button(page, 'Verificar').click()
    await expect(page.getByRole('alert')).toBeVisible()
    await look(page)
    await visit(page, '/v/000000000000')
    await expect(page.getByRole('heading', { name: 'Cartão não encontrado' })).toBeVisible()
    await look(page)
  })

  test.describe('of staff', () => {
    test.use({ as: 'admin' })

    test('at cards, their printing and their letters', async ({ page, api }) => {
      const [card] = await answerOf<{ _id: string; memberId: string; printBatchId: string }[]>(
        await api.get('/api/membership_cards?_status=printed&_limit=1'),
      )
      await page.goto('/cartoesSocio')
      await expect(page.getByRole('grid')).toBeVisible()
      await look(page)
      await page.getByRole('button', { name: /^Imprimir \d/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page)
      await visit(page, '/cartoesSocio/emitir')
      await page.getByText('Já tem um cartão válido').click()
      await look(page)
      await button(page, 'Para um só sócio').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page)
      await visit(page, `/cartoesSocio/${card?._id}`)
      await expect(page.getByRole('img', { name: /^Verso/ })).toBeVisible()
      await look(page)
      await page.getByRole('button', { name: /^Emitir \d+.ª via$/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page)
      await visit(page, `/cartoesSocio/lotes/${card?.printBatchId}`)
      await expect(page.getByRole('link', { name: 'Ver os cartões deste lote' })).toBeVisible()
      await look(page)
      await visit(page, `/cartaCartoesSocio/${card?._id}`)
      await expect(page.getByRole('img', { name: /^Frente/ })).toBeVisible()
      await look(page)
      await visit(page, `/socios/${card?.memberId}/cartoes`)
      await expect(page.getByRole('img', { name: /^Frente/ })).toBeVisible()
      await look(page)
    })

    test('at a door', async ({ page, api, problems }) => {
      problems.expect(/status of 404 .*verify/)
      await page.goto('/cartoesSocio/verificarVarios')
      await expect(page.getByText('À espera do primeiro cartão')).toBeVisible()
      await look(page)
      for (const code of [await codeOfSomebody(api), '000000000000', '000000000000']) {
        await field(page, 'Código do cartão').fill(code)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('row').nth(1)).toContainText(
          code === '000000000000' ? 'Desconhecido' : 'n.º',
        )
      }
      await look(page)
      await button(page, 'Ligar a câmara').click()
      await expect(page.getByRole('alert').filter({ hasText: 'câmara' })).toBeVisible()
      await look(page)
    })

    test('in the list', async ({ page }) => {
      await page.goto('/socios')
      await look(page)
      await button(page, 'Colunas').click()
      await expect(page.getByRole('checkbox', { name: 'NIF', exact: true })).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await button(page, 'Exportar').click()
      await expect(button(page, 'CSV')).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await button(page, 'Estado: ativos').click()
      await expect(page.getByRole('checkbox', { name: 'Falecido' })).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await page.getByRole('row').nth(2).getByRole('checkbox').click()
      await expect(page.getByRole('region', { name: 'Linhas selecionadas' })).toBeVisible()
      await look(page)
      await page.getByRole('searchbox', { name: 'Pesquisar sócios' }).fill('xyzxyz')
      await expect(page.getByText('Sem resultados')).toBeVisible()
      await look(page)
    })

    test('around every screen', async ({ page }) => {
      await page.goto('/nada')
      await look(page)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('maria')
      await expect(page.getByRole('option').nth(1)).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await button(page, 'Teclas de atalho').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await userMenu(page, 'Helena Matos').click()
      await expect(page.getByRole('link', { name: 'Editar perfil' })).toBeVisible()
      await look(page)
      await page.getByRole('link', { name: 'Editar perfil' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Perfil')
      await look(page)
    })

    test('with a new member', async ({ page, problems }) => {
      problems.expect(/status of 422/)
      await page.goto('/socios/novo')
      await look(page)
      await field(page, 'Nome completo').fill('Alguém')
      await field(page, 'NIF').fill('1')
      await page.keyboard.press('Control+s')
      await expect(page.getByRole('alert')).toBeVisible()
      await look(page)
    })

    test('with a member', async ({ page, api, problems }) => {
      problems.expect(/status of 404/)
      const { _id } = await addMember(api, {
        name: 'Amélia Cordeiro',
        email: 'amelia@exemplo.pt',
        city: 'Évora',
      })
      await page.goto(`/socios/${_id}`)
      await look(page)
      await button(page, 'Mudar de estado').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await button(page, 'Juntar uma fotografia').click()
      await expect(page.getByRole('dialog', { name: 'Fotografia' })).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      const charge = { memberId: _id, type: 'quota', year: 2026, amount: 24, dueDate: '2026-03-31' }
      await answerOf(await api.post('/api/unsettled_payments', { data: charge }))
      await page.getByRole('link', { name: /^Quotas e pagamentos/ }).click()
      await expect(page.getByRole('table', { name: 'Conta corrente' })).toBeVisible()
      await look(page)
      await button(page, 'Registar pagamento').click()
      await expect(page.getByRole('dialog', { name: 'Registar pagamento' })).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Contactos' }).click()
      await expect(button(page, 'Novo contacto')).toBeVisible()
      await look(page)
      await button(page, 'Novo contacto').click()
      await expect(page.getByRole('dialog', { name: 'Novo contacto' })).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Mensagens', exact: true }).last().click()
      await expect(button(page, 'Enviar mensagem')).toBeVisible()
      await look(page)
      await page.getByRole('link', { name: 'Histórico' }).click()
      await expect(page.getByRole('list', { name: 'Histórico' })).toBeVisible()
      await look(page)
      await visit(page, '/socios/00000000-0000-7000-8000-000000000000')
      await look(page)
    })

    test('with applications', async ({ page, api, problems }) => {
      problems.expect(/status of 404/)
      await page.goto('/candidaturas')
      await expect(page.getByRole('row').nth(2)).toBeVisible()
      await look(page)
      const known = await answerOf<{ _id: string }[]>(
        await api.get('/api/member_applications?_email=regresso@exemplo.pt'),
      )
      await visit(page, `/candidaturas/${known[0]?._id}`)
      await expect(page.getByRole('article', { name: /^Ficha conhecida/ })).toBeVisible()
      await look(page)
      await button(page, 'Editar').click()
      await expect(field(page, 'NIF')).toBeVisible()
      await look(page)
      await button(page, 'Aceitar').click()
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Histórico' }).click()
      await look(page)
      await visit(page, '/candidaturas/nova')
      await expect(field(page, 'Nome completo')).toBeVisible()
      await look(page)
      await visit(page, '/candidaturas/00000000-0000-7000-8000-000000000000')
      await look(page)
    })

    test('with the settings of applications', async ({ page }) => {
      await page.goto('/configuracaoCandidaturas')
      await look(page)
      for (const tab of ['campos', 'textos', 'regras', 'estados']) {
        await visit(page, `/configuracaoCandidaturas?separador=${tab}`)
        await look(page)
      }
    })

    test('in the settings', async ({ page }) => {
      await page.goto('/configuracaoSocios')
      await look(page)
      await button(page, 'Novo estado').click()
      await expect(page.getByRole('dialog', { name: 'Novo estado' })).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      for (const tab of ['Categorias', 'Planos de quotas', 'Pagamentos', 'Numeração', 'Campos']) {
        await page.getByRole('navigation', { name: 'Configurações' }).getByRole('link', { name: tab }).click()
        await look(page)
      }
    })

    test('with what is owed', async ({ page, api, problems }) => {
      problems.expect(/status of 404/)
      const [agreement] = await answerOf<{ memberId: string }[]>(
        await api.get('/api/payment_agreements?_state=active&_limit=1'),
      )
      await page.goto('/dividas')
      await expect(page.getByRole('row').nth(2)).toBeVisible()
      await look(page)
      await visit(page, `/dividas/${agreement?.memberId}`)
      await expect(page.getByRole('region', { name: 'Acordo de pagamento', exact: true })).toBeVisible()
      await look(page)
      await button(page, 'Nova dívida').click()
      await expect(page.getByRole('dialog', { name: 'Nova dívida' })).toBeVisible()
      await look(page)
      await visit(page, '/notificarSocios')
      await page.getByText(/não são avisadas$/).click()
      await expect(page.getByRole('region', { name: /^Tem um acordo/ })).toBeVisible()
      await look(page)
      await visit(page, '/configuracaoMensagens?separador=avisos')
      await expect(field(page, 'Último lembrete')).toBeVisible()
      await look(page)
      await visit(page, '/mensagens?channel=letter')
      await page.getByRole('button', { name: /^Imprimir \d/ }).click()
      await expect(page.getByRole('dialog', { name: 'Imprimir cartas' })).toBeVisible()
      await look(page)
      await visit(page, '/dividas/00000000-0000-7000-8000-000000000000')
      await look(page)
    })

    test('with payments', async ({ page, api, problems }) => {
      problems.expect(/status of 422/)
      const [debt] = await answerOf<{ memberId: string }[]>(
        await api.get('/api/member_balances?_sort=-balance&_limit=1'),
      )
      await page.goto('/pagamentos')
      await expect(page.getByRole('grid')).toBeVisible()
      await look(page)
      await visit(page, '/pagamentos/novo')
      await page.getByRole('combobox', { name: 'Sócio' }).fill('maria')
      await expect(page.getByRole('option').first()).toBeVisible()
      await look(page)
      await visit(page, `/pagamentos/novo?memberId=${debt?.memberId}`)
      await expect(page.getByRole('checkbox').first()).toBeVisible()
      await button(page, 'Referência e observações').click()
      await look(page)
      await field(page, 'Valor').fill('0')
      await page.keyboard.press('Control+Enter')
      await expect(field(page, 'Valor')).toHaveAttribute('aria-invalid', 'true')
      await look(page)
      await field(page, 'Valor').fill('1')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByText('1 registado nesta sessão')).toBeVisible()
      await look(page)
      await page.getByRole('region', { name: 'Registados nesta sessão' }).getByRole('link').first().click()
      await expect(page.getByRole('region', { name: 'Recibo', exact: true })).toBeVisible()
      await look(page)
      await button(page, 'Enviar recibo').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await button(page, 'Anular').click()
      await field(page.getByRole('dialog'), 'Motivo').fill('Engano')
      await look(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Anular' }).click()
      await expect(page.getByText('ANULADO', { exact: true })).toBeVisible()
      await look(page)
    })

    test('with the quotas of the year', async ({ page }) => {
      await page.goto('/quotas')
      await expect(page.getByRole('region', { name: 'Recebido e em dívida por mês' })).toBeVisible()
      await look(page)
      await page.getByText('Tabela', { exact: true }).click()
      await expect(page.getByRole('table', { name: 'Recebido e em dívida por mês' })).toBeVisible()
      await look(page)
      await visit(page, '/quotas/gerar')
      await page.getByText('Já saiu').click()
      await expect(page.getByRole('region', { name: 'Previsão' }).getByRole('link').first()).toBeVisible()
      await look(page)
      await visit(page, '/quotas/geracoes')
      await look(page)
      await visit(page, '/configuracaoSocios?separador=planos')
      await button(page, 'Novos preços').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page)
    })

    test('in the messages', async ({ page }) => {
      await page.goto('/mensagens')
      await expect(page.getByRole('grid')).toBeVisible()
      await look(page)
      await page.getByRole('row').nth(1).getByRole('checkbox').click()
      await button(page, 'Cancelar').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      for (const [channel, content] of [
        ['email', 'iframe'],
        ['sms', 'p'],
      ] as const) {
        await visit(page, `/mensagens?channel=${channel}`)
        await page.getByRole('row').nth(1).getByRole('link').click()
        const body = page.getByRole('region', { name: 'Conteúdo da mensagem' })
        await expect(body.locator(content).first()).toBeVisible()
        await look(page)
      }
      // What is held leaves for the first time.
      const word = /^(Enviar de novo|Libertar( a mensagem)?)$/
      await page.getByRole('button', { name: word }).click()
      await expect(page.getByRole('dialog', { name: word })).toBeVisible()
      await look(page)
    })

    test('while a message is written', async ({ page, problems }) => {
      problems.expect(/status of 422/)
      await page.goto('/mensagens/nova')
      await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()
      await expect(page.locator('iframe')).toBeVisible()
      await look(page)
      await button(page, 'Inserir dado').click()
      await expect(button(page, 'Categoria Efetivo')).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await button(page, 'Ligação').click()
      await expect(field(page, 'Endereço da ligação')).toBeFocused()
      await look(page)
      await page.keyboard.press('Escape')
      await field(page, 'Assunto').fill('{nada}')
      await field(page, 'Texto do SMS').fill('Olá')
      await expect(field(page, 'Assunto')).toHaveAttribute('aria-invalid', 'true')
      await look(page)
      // What was being written would be asked about.
      await page.goto('/mensagens/envios')
      await look(page)
    })

    test('in the settings of messages', async ({ page }) => {
      await page.goto('/configuracaoMensagens')
      await expect(page.getByRole('link', { name: 'Boas-vindas' })).toBeVisible()
      await look(page)
      for (const tab of ['Envio', 'Servidor de email', 'SMS']) {
        await page.getByRole('navigation', { name: 'Configurações' }).getByRole('link', { name: tab }).click()
        await look(page)
      }
      await visit(page, '/configuracaoMensagens/welcome')
      await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()
      await expect(page.locator('iframe')).toBeVisible()
      await look(page)
      await button(page, 'Enviar agora').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page)
    })

    test('on a phone', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/socios')
      await expect(page.getByRole('list', { name: 'Sócios' }).getByRole('link').first()).toBeVisible()
      await look(page)
      await button(page, 'Abrir o menu').click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
      await look(page)
    })
  })

  test.describe('of members', () => {
    test.use({ as: 'member' })

    test('on their own page', async ({ page }) => {
      await page.goto('/dashboard')
      await look(page)
      await button(page, 'Mostrar em ecrã inteiro').click()
      await expect(page.getByRole('img', { name: 'Código QR do cartão' })).toBeVisible()
      await look(page)
    })
  })
})

test.describe('nothing is in the way at the first run', () => {
  useServer({})

  test('of an organisation and of the demonstration', async ({ page }) => {
    await page.goto('/')
    await look(page)
    await page.getByText('Explorar com dados de demonstração').click()
    await expect(button(page, 'Explorar')).toBeVisible()
    await look(page)
  })
})

/** The code of a card of the demonstration. */
async function codeOfSomebody(api: APIRequestContext): Promise<string> {
  const [card] = await answerOf<{ _id: string }[]>(await api.get('/api/membership_cards?_limit=1'))
  return (await answerOf<{ code: string }>(await api.get(`/api/membership_cards/${card?._id}`))).code
}

/** When what is loading has come. */
async function look(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeAttached()
  await arrived(page)
  await expectAccessible(page)
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}
