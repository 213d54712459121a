import { resourcePath } from '@agremia/resources/paths.ts'
import type { APIRequestContext } from '@playwright/test'
import { type AppRoute, readRoutes } from '../app-routes.ts'
import {
  addMember,
  answerOf,
  expect,
  sessionOf,
  test,
  thisYear,
  untilState,
  visit,
  type Page,
} from '../fixtures.ts'
import { arrived } from '../page-parts.ts'
import { generateQuotas } from '../quotas.ts'
import { type Area, areaOf, areas } from './screen-areas.ts'

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
 * Opens every screen once, or those of an area, at 1280 × 720, in the session of `page`, and yields it: some records first, then
 * the links of the menu and of every screen, then the routes without a link. Fails at broken links.
 */
export async function* walkScreens(page: Page, api: APIRequestContext, only?: Area): AsyncGenerator<Screen> {
  const { routes, match } = await readRoutes()
  const isWalked = (path: string) => only === undefined || areaOf(path) === only
  const unseen = routes.filter(
    ({ path, redirect }) => !redirect && !unwalkable.includes(path) && isWalked(path),
  )
  await page.setViewportSize(window)
  await page.goto('/dashboard')
  await openGroups(page)
  const seen = new Set<string>()
  const waiting: string[] = []
  for (const area of only ? [only] : areas) waiting.push(...(await firstPaths(page, api, area)))
  waiting.push(...(await linksOf(page)).filter(isWalked))
  for (;;) {
    const path = waiting.shift() ?? (await unlinkedPath(unseen, routes, api))
    if (path === undefined) return
    const kind = kindOf(path)
    if (seen.has(kind)) continue
    seen.add(kind)
    const links = await test.step(path, () => openScreen(page, path))
    // The walk of its own area opens it.
    expect(
      links.filter((link) => !isWalked(link) && !match(link)),
      `broken links of ${path}`,
    ).toEqual([])
    waiting.push(...links.filter(isWalked))
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

/** The first screens of an area: those of visitors, records with long texts, and records without a link. */
async function firstPaths(page: Page, api: APIRequestContext, area: Area): Promise<string[]> {
  const { origin } = new URL(page.url())
  const debtor = () => once(`debtor ${origin}`, () => addDebtor(api))
  const idOf = async (path: string) => (await answerOf<{ _id: string }[]>(await api.get(path)))[0]?._id
  const pathsOf: Partial<Record<Area, () => Promise<string[]>>> = {
    members: async () => [
      `/socios/${(await debtor()).memberId}`,
      `/tarefas/${await restoreOwedDebt(api)}`,
      `/importacoes/${await importList(api)}`,
      '/socios',
      `/candidaturas/${await idOf('/api/member_applications?_email=regresso@exemplo.pt')}`,
      '/inscricao/confirmacao/gasta',
    ],
    dues: async () => [
      `/dividas/${(await debtor()).memberId}`,
      `/informacaoDePagamento/${(await debtor()).publicId}`,
      `/quotas/geracoes/${await generateQuotas(api, thisYear + 1)}`,
    ],
    payments: async () => {
      const [payment] = await answerOf<{ memberId: string }[]>(await api.get('/api/payments?_limit=1'))
      return [`/pagamentos/novo?memberId=${payment?.memberId}`, '/verificarRecibo/nada']
    },
    cards: async () => {
      const [sent] = await answerOf<{ _id: string; cardRunId: string }[]>(
        await api.get('/api/membership_cards?_status=sent&_limit=1'),
      )
      return [`/cartoesSocio/${sent?._id}`, `/cartoesSocio/emissoes/${sent?.cardRunId}`, '/v/000000000000']
    },
    settings: () => Promise.resolve(['/configuracaoSocios']),
    others: async () => [
      '/dashboard',
      '/developers/reference?pedido=createMembers',
      `/copias/${await makeBackup(api)}`,
      '/autorizacao/loginporlink/gasto',
      '/autorizacao/confirmarEmail/gasto',
      `/utilizadores/${(await sessionOf(page)).id}`,
      nowhere,
    ],
  }
  const paths = await once(`${area} ${origin}`, async () => (await pathsOf[area]?.()) ?? [])
  expect(paths.filter((path) => areaOf(path) !== area)).toEqual([])
  return paths
}

/** What was prepared on a server: both widths show the same records. */
const prepared = new Map<string, Promise<unknown>>()

function once<Result>(name: string, prepare: () => Promise<Result>): Promise<Result> {
  const known = prepared.get(name) ?? prepare()
  prepared.set(name, known)
  return known as Promise<Result>
}

/** A member with long texts, who owes, and has a public payment page. */
async function addDebtor(api: APIRequestContext): Promise<{ memberId: string; publicId: string }> {
  const name = 'Maximiliana Constantina de Albuquerque e Vasconcelos Figueiredo-Montenegro'
  const { _id } = await addMember(api, { name, email: `${'comprido'.repeat(6)}@exemplo.pt` })
  return { memberId: _id, publicId: await owePublicly(api, _id) }
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
