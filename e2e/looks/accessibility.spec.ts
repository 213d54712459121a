import type { APIRequestContext } from '@playwright/test'
import { answerOf, expect, type Page, test, useServer, visit } from '../fixtures.ts'
import { arrived, button, field } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

// every-screen.spec.ts checks every screen and what it opens; these are the states that it does not reach.
test.describe('no accessibility violations', () => {
  useServer()

  test('for visitors: signing in, application form and verification of a card', async ({
    page,
    problems,
    api,
  }) => {
    await test.step('in the pages for signing in', async () => {
      problems.expect(/status of (403|422)/)
      await page.goto('/autorizacao/entrar')
      await look(page)
      await button(page, 'Entrar').click()
      await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true')
      await look(page)
      await page.getByRole('link', { name: 'Esqueci-me da palavra-passe' }).click()
      await expect(page).toHaveURL('/autorizacao/loginporlink')
      await look(page)
      await field(page, 'Email').fill('alguem@exemplo.pt')
      await button(page, 'Enviar ligação').click()
      await expect(page.getByRole('heading', { name: 'Verifique o seu email' })).toBeVisible()
      await look(page)
    })

    await test.step('in the application form with errors', async () => {
      problems.expect(/status of 422/)
      await visit(page, '/inscricao')
      await expect(field(page, 'Nome completo')).toBeVisible()
      await field(page, 'Data de nascimento').fill('01/02/2020')
      await button(page, 'Enviar candidatura').click()
      await expect(field(page, 'Encarregado de educação')).toHaveAttribute('aria-invalid', 'true')
      await look(page)
      await button(page, 'Ler o texto').click()
      await expect(page.getByRole('dialog')).toContainText('Comissão Nacional de Proteção de Dados')
    })

    await test.step('in the verification of a card', async () => {
      problems.expect(/status of 404 .*verify/)
      await page.goto(`/v/${await anyCardCode(api)}`)
      await field(page, 'Verificar outro').fill('nada')
      await button(page, 'Verificar').click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look(page)
    })
  })

  test.describe('for staff', () => {
    test.use({ as: 'admin' })

    test('in lists, the palette and messages', async ({ page, problems }) => {
      await test.step('in a list with a selection, and without results', async () => {
        await page.goto('/socios')
        await page.getByRole('row').nth(2).getByRole('checkbox').click()
        await expect(page.getByRole('region', { name: 'Linhas selecionadas' })).toBeVisible()
        await look(page)
        await page.getByRole('searchbox', { name: 'Pesquisar sócios' }).fill('xyzxyz')
        await expect(page.getByText('Sem resultados')).toBeVisible()
        await look(page)
      })

      await test.step('in the palette with results', async () => {
        await visit(page, '/nada')
        await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
        await page.keyboard.press('Control+k')
        await page.keyboard.type('maria')
        await expect(page.getByRole('option').nth(1)).toBeVisible()
        await look(page)
        await page.keyboard.press('Escape')
      })

      await test.step('in pages of records that do not exist', async () => {
        problems.expect(/status of 404/)
        const id = '00000000-0000-7000-8000-000000000000'
        await visit(page, `/socios/${id}`)
        await look(page)
        for (const path of ['candidaturas', 'dividas']) {
          await visit(page, `/${path}/${id}`)
          await look(page)
        }
      })

      await test.step('in messages and their cancellation', async () => {
        await visit(page, '/mensagens')
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
      })

      await test.step('in the confirmation that sends held messages', async () => {
        await visit(page, '/configuracaoMensagens/welcome')
        await button(page, 'Enviar agora').click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await look(page)
        await page.keyboard.press('Escape')
      })
    })

    test('in receipts and the scanner', async ({ page, api, problems }) => {
      await test.step('in the payment form and a cancelled receipt', async () => {
        problems.expect(/status of 422/)
        const [debt] = await answerOf<{ memberId: string }[]>(
          await api.get('/api/member_balances?_sort=-balance&_limit=1'),
        )
        await page.goto('/pagamentos/novo')
        await page.getByRole('combobox', { name: 'Sócio' }).fill('maria')
        await expect(page.getByRole('option').first()).toBeVisible()
        await look(page)
        await visit(page, `/pagamentos/novo?memberId=${debt?.memberId}`)
        await expect(page.getByRole('checkbox').first()).toBeVisible()
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
        await button(page, 'Anular').click()
        await field(page.getByRole('dialog'), 'Motivo').fill('Engano')
        await page.getByRole('dialog').getByRole('button', { name: 'Anular' }).click()
        await expect(page.getByText('ANULADO', { exact: true })).toBeVisible()
        await look(page)
      })

      await test.step('in the scanner of cards', async () => {
        problems.expect(/status of 404 .*verify/)
        await visit(page, '/cartoesSocio/verificarVarios')
        await expect(page.getByText('À espera do primeiro cartão')).toBeVisible()
        for (const code of [await anyCardCode(api), '000000000000', '000000000000']) {
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
    })

    test('in forms with errors, and on a phone', async ({ page, problems }) => {
      await test.step('in the form of a new member with errors', async () => {
        problems.expect(/status of 422/)
        await page.goto('/socios/novo')
        await field(page, 'Nome completo').fill('Alguém')
        await field(page, 'NIF').fill('1')
        await page.keyboard.press('Control+s')
        await expect(page.getByRole('alert')).toBeVisible()
        await look(page)
      })

      await test.step('in the editor of a message with errors', async () => {
        problems.expect(/status of 422/)
        await page.goto('/mensagens/nova')
        await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()
        await expect(page.locator('iframe')).toBeVisible()
        await button(page, 'Ligação').click()
        await expect(field(page, 'Endereço da ligação')).toBeFocused()
        await look(page)
        await page.keyboard.press('Escape')
        await field(page, 'Assunto').fill('{nada}')
        await field(page, 'Texto do SMS').fill('Olá')
        await expect(field(page, 'Assunto')).toHaveAttribute('aria-invalid', 'true')
        await look(page)
      })

      await test.step('on a phone', async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto('/socios')
        await expect(page.getByRole('list', { name: 'Sócios' }).getByRole('link').first()).toBeVisible()
        await look(page)
        await button(page, 'Abrir o menu').click()
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
        await look(page)
      })
    })
  })

  test.describe('for members', () => {
    test.use({ as: 'member' })

    test('on the own page and the card in full screen', async ({ page }) => {
      await page.goto('/dashboard')
      await look(page)
      await button(page, 'Mostrar em ecrã inteiro').click()
      await expect(page.getByRole('img', { name: 'Código QR do cartão' })).toBeVisible()
      await look(page)
    })
  })
})

/** The code of any card of the demonstration. */
async function anyCardCode(api: APIRequestContext): Promise<string> {
  const [card] = await answerOf<{ _id: string }[]>(await api.get('/api/membership_cards?_limit=1'))
  return (await answerOf<{ code: string }>(await api.get(`/api/membership_cards/${card?._id}`))).code
}

/** Waits until the page has loaded, and checks it. */
async function look(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeAttached()
  await arrived(page)
  await expectAccessible(page)
}
