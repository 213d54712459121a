import { arrived } from './page-parts.ts'
import type { APIRequestContext } from '@playwright/test'
import { addMember, answerOf, expect, sessionOf, test, useServer, visit, type Page } from './fixtures.ts'

// These look at every screen there is, each with a server of its own.
test.describe.configure({ mode: 'parallel' })
test.use({ as: 'admin' })
useServer()

const sizes = [
  { width: 1280, fontSize: 19 },
  { width: 320, fontSize: 16 },
  { width: 320, fontSize: 19 },
]

test('no screen is wider than its window, whatever the size of the text', async ({ page, api, problems }) => {
  problems.expect(/status of 404 .*(verify|receipt_information)/)
  // It looks at every screen there is.
  test.slow()
  const name = 'Maximiliana Constantina de Albuquerque e Vasconcelos Figueiredo-Montenegro'
  const { _id } = await addMember(api, { name, email: `${'comprido'.repeat(6)}@exemplo.pt` })
  const messages = await answerOf<{ _id: string }[]>(await api.get('/api/messages?_channel=email&_limit=1'))
  const applications = await answerOf<{ _id: string }[]>(
    await api.get('/api/member_applications?_email=regresso@exemplo.pt'),
  )
  const publicId = await owePublicly(api, _id)
  const payments = await answerOf<{ _id: string; memberId: string }[]>(
    await api.get('/api/payments?_limit=1'),
  )
  const [card] = await answerOf<{ _id: string; cardRunId: string; printBatchId: string }[]>(
    await api.get('/api/membership_cards?_status=sent&_limit=1'),
  )
  const [template] = await answerOf<{ _id: string }[]>(await api.get('/api/card_templates?_limit=1'))
  await page.goto('/dashboard')
  const { id } = await sessionOf(page)
  for (const path of [
    '/socios',
    '/socios/novo',
    `/socios/${_id}`,
    `/socios/${_id}/quotas`,
    `/informacaoDePagamento/${publicId}`,
    '/v/000000000000',
    '/verificarRecibo/nada',
    '/cartoesSocio',
    '/cartoesSocio/emitir',
    `/cartoesSocio/emissoes/${card?.cardRunId}`,
    '/cartoesSocio/lotes',
    `/cartoesSocio/lotes/${card?.printBatchId}`,
    `/cartoesSocio/${card?._id}`,
    `/cartaCartoesSocio/${card?._id}`,
    `/socios/${_id}/cartoes`,
    '/cartoesSocio/verificarVarios',
    '/configuracaoCartoesSocios',
    '/configuracaoCartoesSocios?separador=validade',
    '/configuracaoCartoesSocios?separador=impressao',
    '/configuracaoCartoesSocios?separador=carta',
    '/configuracaoCartoesSocios?separador=verificacao',
    `/configuracaoCartoesSocios/modelos/${template?._id}`,
    `/socios/${_id}/contactos`,
    `/socios/${_id}/mensagens`,
    `/socios/${_id}/historico`,
    '/quotas',
    '/quotas/gerar',
    '/quotas/geracoes',
    '/dividas',
    `/dividas/${_id}`,
    '/notificarSocios',
    '/mensagens',
    '/mensagens/nova',
    '/mensagens/envios',
    '/mensagens/pagamento',
    '/mensagens/pagamento/nova',
    `/mensagens/${messages[0]?._id}`,
    '/pagamentos',
    `/pagamentos/novo?memberId=${payments[0]?.memberId}`,
    `/pagamentos/${payments[0]?._id}`,
    '/configuracaoMensagens',
    '/configuracaoMensagens/paymentAdvice',
    '/configuracaoMensagens?separador=avisos',
    '/configuracaoMensagens?separador=email',
    '/candidaturas',
    '/candidaturas/nova',
    `/candidaturas/${applications[0]?._id}`,
    '/configuracaoCandidaturas',
    '/configuracaoCandidaturas?separador=campos',
    '/configuracaoCandidaturas?separador=textos',
    '/configuracaoCandidaturas?separador=regras',
    '/configuracaoCandidaturas?separador=estados',
    '/inscricao',
    '/inscricao/confirmacao/gasta',
    '/configuracaoOrganizacao',
    '/configuracaoOrganizacao?separador=palavras',
    '/configuracaoOrganizacao?separador=programa',
    '/configuracaoSocios',
    '/configuracaoSocios?separador=categorias',
    '/configuracaoSocios?separador=planos',
    '/configuracaoSocios?separador=pagamentos',
    '/configuracaoSocios?separador=numeracao',
    '/configuracaoSocios?separador=campos',
    `/utilizadores/${id}`,
    '/nada',
  ]) {
    await visit(page, path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await arrived(page)
    for (const { width, fontSize } of sizes) {
      await page.setViewportSize({ width, height: 720 })
      await page.evaluate(setTextSize, fontSize)
      await expect.poll(() => overflowOf(page), `${path}, ${width} px, text of ${fontSize}`).toEqual([])
    }
  }
})

test('no link leads nowhere', async ({ page, api }) => {
  // It looks at every screen there is.
  test.slow()
  const { _id } = await addMember(api, { name: 'Eufrásia Cordeiro' })
  const seen = new Set<string>()
  const waiting = ['/socios', '/socios/novo', `/socios/${_id}`, '/configuracaoSocios', '/dashboard']
  for (const path of waiting) {
    // Of records that are drawn alike, and of lists that differ in what they look for, one is looked at.
    const kind = path.replaceAll(/[0-9a-f-]{36}/g, ':id').replaceAll(/(?<!separador)=[^&]*/g, '')
    if (seen.has(kind)) continue
    seen.add(kind)
    if (seen.size === 1) await page.goto(path)
    else await visit(page, path)
    await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible()
    await arrived(page)
    await expect(page.getByText('Página não encontrada'), path).toHaveCount(0)
    // The menu is the same everywhere.
    if (seen.size === 1) await openGroups(page)
    // What is written in an editor is a message's, and leads nowhere yet.
    const links = await page
      .locator('a[href]:not([contenteditable] a)')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    for (const { origin, pathname, search } of links
      .filter((link) => link.startsWith('http'))
      .map((link) => new URL(link))) {
      expect(origin, 'nothing foreign is linked').toBe(new URL(page.url()).origin)
      if (pathname !== '/licenca.txt' && pathname !== '/autorizacao/sair') waiting.push(pathname + search)
    }
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['/configuracaoSocios?separador=campos', '/candidaturas/:id', '/inscricao']),
  )
})

async function openGroups(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  const closed = menu.getByRole('button', { expanded: false })
  while ((await closed.count()) > 0) await closed.first().click()
}

/** Sets the size, and waits until the page has been drawn with it. */
function setTextSize(size: number): Promise<void> {
  document.documentElement.style.fontSize = `${size}px`
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

/** What sticks out of the window sideways, if the page can be scrolled there, and tables out of what they stand on. */
function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const over = [...document.querySelectorAll('main table')].filter(
      (table) => table.getBoundingClientRect().right > table.parentElement!.getBoundingClientRect().right + 1,
    )
    const isOver = over.some((table) => getComputedStyle(table.parentElement!).overflowX === 'visible')
    if (isOver) return over.map(({ className }) => `table ${className}`)
    if (document.documentElement.scrollWidth <= width) return []
    const isHeld = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || isHeld(element.parentElement))
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1 && !isHeld(element.parentElement),
    )
    return ['the page', ...wide.map(({ tagName, className }) => `${tagName} ${String(className)}`)].slice(
      0,
      8,
    )
  })
}

/** Charges a member, pays a part of it, agrees on the rest, and gives its public address. */
async function owePublicly(api: APIRequestContext, memberId: string): Promise<string> {
  const charge = { memberId, type: 'quota', year: 2026, amount: 1234.5, dueDate: '2026-03-31' }
  await answerOf(await api.post('/api/unsettled_payments', { data: charge }))
  const payment = { memberId, amount: 4.5, method: 'transfer', date: '2026-04-01' }
  await answerOf(await api.post('/api/payments', { data: payment }))
  await answerOf(
    await api.patch('/api/settings/transferIban', { data: { value: 'PT50 0002 0123 1234 5678 9015 4' } }),
  )
  const agreement = { memberId, instalments: 3, firstDate: `${new Date().getFullYear() + 1}-01-31` }
  await answerOf(await api.post('/api/payment_agreements', { data: agreement }))
  const advice = await api.get(`/api/payment_advice?memberId=${memberId}&type=quota&year=2026`)
  return (await answerOf<{ publicId: string }>(advice)).publicId
}
