import { arrived } from './page-parts.ts'
import type { APIRequestContext } from '@playwright/test'
import {
  addMember,
  answerOf,
  expect,
  sessionOf,
  test,
  thisYear,
  useServer,
  visit,
  type Page,
} from './fixtures.ts'

test.use({ as: 'admin' })
useServer()

const sizes = [
  { width: 1280, fontSize: 19 },
  { width: 320, fontSize: 16 },
  { width: 320, fontSize: 19 },
]

test('no link leads nowhere, and no screen or chosen tab is out of its window, whatever the size of the text', async ({
  page,
  api,
  problems,
}) => {
  problems.expect(/status of 404 .*(verify|receipt_information)/)
  // It looks at every screen there is.
  test.slow()
  await page.goto('/dashboard')
  await openGroups(page)
  const seen = new Set<string>()
  const waiting = await beginnings(page, api)
  for (const path of waiting) {
    const kind = kindOf(path)
    if (seen.has(kind)) continue
    seen.add(kind)
    await page.setViewportSize({ width: 1280, height: 720 })
    await visit(page, path)
    await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible()
    await arrived(page)
    const isNowhere = page.getByRole('heading', { name: 'Página não encontrada' })
    await expect(isNowhere, path).toHaveCount(path === nowhere ? 1 : 0)
    waiting.push(...(await linksOf(page)))
    if (!kind.includes('?todos')) await expectToFit(page, path)
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['/configuracaoSocios?separador=campos', '/candidaturas/:id', '/inscricao']),
  )
})

const nowhere = '/nada'

/** Of records and texts that are drawn alike, and of lists that differ in what they look for, one is looked at. */
function kindOf(path: string): string {
  return path
    .replaceAll(/[0-9a-f-]{36}|(?<=configuracaoMensagens\/)\w+/g, ':id')
    .replaceAll(/(?<!separador)=[^&]*/g, '')
}

/** Screens to begin with, those of long names first, and those that no link leads to. */
async function beginnings(page: Page, api: APIRequestContext): Promise<string[]> {
  const name = 'Maximiliana Constantina de Albuquerque e Vasconcelos Figueiredo-Montenegro'
  const { _id } = await addMember(api, { name, email: `${'comprido'.repeat(6)}@exemplo.pt` })
  const publicId = await owePublicly(api, _id)
  const applications = await answerOf<{ _id: string }[]>(
    await api.get('/api/member_applications?_email=regresso@exemplo.pt'),
  )
  const [payment] = await answerOf<{ memberId: string }[]>(await api.get('/api/payments?_limit=1'))
  const [sent] = await answerOf<{ _id: string; cardRunId: string }[]>(
    await api.get('/api/membership_cards?_status=sent&_limit=1'),
  )
  const [template] = await answerOf<{ _id: string }[]>(await api.get('/api/card_templates?_limit=1'))
  const { id } = await sessionOf(page)
  return [
    '/dashboard',
    `/socios/${_id}`,
    `/dividas/${_id}`,
    `/informacaoDePagamento/${publicId}`,
    `/candidaturas/${applications[0]?._id}`,
    `/pagamentos/novo?memberId=${payment?.memberId}`,
    `/cartoesSocio/${sent?._id}`,
    `/cartoesSocio/emissoes/${sent?.cardRunId}`,
    `/cartaCartoesSocio/${sent?._id}`,
    `/configuracaoCartoesSocios/modelos/${template?._id}`,
    '/v/000000000000',
    '/verificarRecibo/nada',
    '/inscricao/confirmacao/gasta',
    `/utilizadores/${id}`,
    nowhere,
    '/socios',
    '/configuracaoSocios',
  ]
}

/** Where the page leads, within the application. */
async function linksOf(page: Page): Promise<string[]> {
  // What is written in an editor is a message's, and leads nowhere yet.
  const links = await page
    .locator('a[href]:not([contenteditable] a)')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const addresses = links.filter((link) => link.startsWith('http')).map((link) => new URL(link))
  for (const { origin } of addresses)
    expect(origin, 'nothing foreign is linked').toBe(new URL(page.url()).origin)
  return addresses
    .filter(({ pathname }) => pathname !== '/licenca.txt' && pathname !== '/autorizacao/sair')
    .map(({ pathname, search }) => pathname + search)
}

async function expectToFit(page: Page, path: string): Promise<void> {
  for (const { width, fontSize } of sizes) {
    await page.setViewportSize({ width, height: 720 })
    await page.evaluate(setTextSize, fontSize)
    await expect.poll(() => overflowOf(page), `${path}, ${width} px, text of ${fontSize}`).toEqual([])
  }
}

async function openGroups(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  const closed = menu.getByRole('button', { expanded: false })
  await expect(closed.first()).toBeVisible()
  while ((await closed.count()) > 0) await closed.first().click()
}

/** Sets the size, and waits until the page has been drawn with it. */
function setTextSize(size: number): Promise<void> {
  document.documentElement.style.fontSize = `${size}px`
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

/**
 * What sticks out of the window sideways, if the page can be scrolled there, tables out of what they stand on, and the chosen
 * tab out of its row.
 */
function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const tab = document.querySelector('main nav [aria-current="page"]')
    const [place, room] = [tab, tab?.parentElement].map((element) => element?.getBoundingClientRect())
    if (place && room && (place.left < room.left - 1 || place.right > room.right + 1))
      return [`the chosen tab, «${tab?.textContent}»`]
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
  const agreement = { memberId, instalments: 3, firstDate: `${thisYear + 1}-01-31` }
  await answerOf(await api.post('/api/payment_agreements', { data: agreement }))
  const advice = await api.get(`/api/payment_advice?memberId=${memberId}&type=quota&year=2026`)
  return (await answerOf<{ publicId: string }>(advice)).publicId
}
