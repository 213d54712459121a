import { resourcePath } from '@agremia/resources/paths.ts'
import type { APIRequestContext } from '@playwright/test'
import { type AppRoute, readRoutes } from './app-routes.ts'
import { addMember, answerOf, expect, sessionOf, test, thisYear, visit, type Page } from './fixtures.ts'
import { arrived } from './page-parts.ts'

export interface Screen {
  path: string
  /** The path without ids and search values: one screen of each kind is shown. */
  kind: string
  /** Undefined if no route matches. */
  route: AppRoute | undefined
}

/** A path without a route. */
export const nowhere = '/nada'

/** Wide enough for the menu beside every screen. */
const window = { width: 1280, height: 720 }

/** The first ends the session, the second exists only before the set-up. */
export const unwalkable = ['/autorizacao/sair', '/configuracaoInicial']

/**
 * Opens every screen once, at 1280 × 720, in the session of `page`, and yields it: some records first, then the links of
 * every screen, then the routes without a link. Fails at broken links.
 */
export async function* walkScreens(page: Page, api: APIRequestContext): AsyncGenerator<Screen> {
  const { routes, match } = await readRoutes()
  const unseen = routes.filter(({ path, redirect }) => !redirect && !unwalkable.includes(path))
  await page.setViewportSize(window)
  await page.goto('/dashboard')
  await openGroups(page)
  const seen = new Set<string>()
  const waiting = await firstPaths(page, api)
  for (;;) {
    const path = waiting.shift() ?? (await unlinkedPath(unseen, routes, api))
    if (path === undefined) return
    const kind = kindOf(path)
    if (seen.has(kind)) continue
    seen.add(kind)
    waiting.push(...(await test.step(path, () => openScreen(page, path))))
    const route = match(path)
    if (route && unseen.includes(route)) unseen.splice(unseen.indexOf(route), 1)
    yield { path, kind, route }
  }
}

/** Returns the links of the screen. */
async function openScreen(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize(window)
  await visit(page, path)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await arrived(page)
  const isNowhere = page.getByRole('heading', { name: 'Página não encontrada' })
  await expect(isNowhere).toHaveCount(path === nowhere ? 1 : 0)
  return linksOf(page)
}

/** The path without ids and filter values, because records look alike, and lists with other filters too. */
export function kindOf(path: string): string {
  return path
    .replaceAll(/[0-9a-f-]{36}|(?<=configuracaoMensagens\/)\w+/g, ':id')
    .replaceAll(/(?<!separador)=[^&]*/g, '')
}

/** The first screens: a member with long texts, and records without a link. */
async function firstPaths(page: Page, api: APIRequestContext): Promise<string[]> {
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
  const generation = await generateQuotas(api)
  const task = await restoreOwedDebt(api)
  const imported = await importList(api)
  const backup = await makeBackup(api)
  const { id } = await sessionOf(page)
  return [
    '/dashboard',
    '/developers/reference?pedido=createMembers',
    `/socios/${_id}`,
    `/dividas/${_id}`,
    `/informacaoDePagamento/${publicId}`,
    `/candidaturas/${applications[0]?._id}`,
    `/pagamentos/novo?memberId=${payment?.memberId}`,
    `/cartoesSocio/${sent?._id}`,
    `/cartoesSocio/emissoes/${sent?.cardRunId}`,
    `/quotas/geracoes/${generation}`,
    `/tarefas/${task}`,
    `/importacoes/${imported}`,
    `/copias/${backup}`,
    '/v/000000000000',
    '/verificarRecibo/nada',
    '/inscricao/confirmacao/gasta',
    '/autorizacao/loginporlink/gasto',
    '/autorizacao/confirmarEmail/gasto',
    `/utilizadores/${id}`,
    nowhere,
    '/socios',
    '/configuracaoSocios',
  ]
}

/** The path of a route without a link; for a record, that of the first record of its list. */
async function unlinkedPath(
  unseen: AppRoute[],
  routes: readonly AppRoute[],
  api: APIRequestContext,
): Promise<string | undefined> {
  const route = unseen.shift()
  if (!route) return undefined
  const needed = route.path.split('/').filter((word) => !word.endsWith('?'))
  if (!needed.some((word) => word.startsWith(':'))) return needed.join('/')
  const list = routes.find(
    ({ path, menu }) => menu?.resource && (path === route.below || route.path.startsWith(`${path}/`)),
  )
  if (!list?.menu?.resource) throw new Error(`No link leads to ${route.path}, and no list has its resource`)
  const records = `/api/${resourcePath(list.menu.resource)}?_limit=1`
  const [record] = await answerOf<{ _id: string }[]>(await api.get(records))
  return needed.map((word) => (word.startsWith(':') ? record?._id : word)).join('/')
}

/** The links of the page; fails at links to other sites. */
export async function linksOf(page: Page): Promise<string[]> {
  // Ignores files, and links in the text of a message in the editor.
  const links = await page
    .locator('a[href]:not([download], [contenteditable] a)')
    .evaluateAll((all) => all.map((link) => new URL(link.getAttribute('href') ?? '', document.baseURI).href))
  const addresses = links.filter((link) => link.startsWith('http')).map((link) => new URL(link))
  const { origin } = new URL(page.url())
  expect(
    addresses.filter((address) => address.origin !== origin),
    'nothing foreign is linked',
  ).toEqual([])
  return addresses
    .filter(({ pathname }) => pathname !== '/licenca.txt' && !unwalkable.includes(pathname))
    .map(({ pathname, search }) => pathname + search)
}

async function openGroups(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  const closed = menu.getByRole('button', { expanded: false })
  await expect(closed.first()).toBeVisible()
  while ((await closed.count()) > 0) await closed.first().click()
}

/** Creates a bulk action whose only record is refused: the debt is not cancelled. */
async function restoreOwedDebt(api: APIRequestContext): Promise<string> {
  const [debt] = await answerOf<{ _id: string }[]>(
    await api.get('/api/unsettled_payments?_status=open&_limit=1'),
  )
  const work = { title: 'Repor 1 dívida', resource: 'unsettledPayments', action: 'restore' }
  const data = { ...work, input: {}, audience: { ids: [debt?._id] } }
  return (await answerOf<{ _id: string }>(await api.post('/api/bulk_actions', { data })))._id
}

/** Sends a list with a row of each kind, and waits until it is checked; nothing is imported. */
async function importList(api: APIRequestContext): Promise<string> {
  const buffer = Buffer.from(
    'N.º;Nome;NIF;Categoria;Admissão;Lixo\n9901;Nova Pessoa;;Efetivo;2001-01-01;a\n;;;;;b\n',
  )
  const multipart = { kind: 'members', file: { name: 'lista.csv', mimeType: 'text/csv', buffer } }
  const { _id } = await answerOf<{ _id: string }>(await api.post('/api/imports', { multipart }))
  await untilState(api, `/api/imports/${_id}`, 'ready')
  return _id
}

/** Makes a backup, and waits for it. */
async function makeBackup(api: APIRequestContext): Promise<string> {
  const data = { kind: 'requested', withFiles: false }
  const { _id } = await answerOf<{ _id: string }>(await api.post('/api/backups', { data }))
  await untilState(api, `/api/backups/${_id}`, 'done')
  return _id
}

/** Waits until the record of background work has the state. */
async function untilState(api: APIRequestContext, path: string, state: string): Promise<void> {
  const stateOf = async () => (await answerOf<{ state: string }>(await api.get(path))).state
  await expect.poll(stateOf, { timeout: 60_000 }).toBe(state)
}

/** Creates a charge, a partial payment and an agreement on the rest; returns the id of the public payment page. */
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

/** Generates next year's quotas and waits for the result. */
async function generateQuotas(api: APIRequestContext): Promise<string> {
  const data = { year: thisYear + 1 }
  const { _id } = await answerOf<{ _id: string }>(await api.post('/api/quota_runs', { data }))
  await untilState(api, `/api/quota_runs/${_id}`, 'done')
  return _id
}
