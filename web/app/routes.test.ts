import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { isReservedPath } from '@agremia/resources/screen-paths.ts'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { breadcrumbTrail, parentScreen } from './breadcrumbs.tsx'
import { leadsToOpenScreen, matchRoute } from './match-route.ts'
import { titleOf } from './shell.tsx'
import { keptRecordRoutes, recordRoutes } from './record-routes.ts'
import { recordPathsOf, withDefinitions } from './routes-context.ts'
import { definitions, getDefinition, type ResourceName } from '@agremia/resources/definitions/index.ts'
import { listPathOf } from '../paths/use-list-of-number.ts'
import { mayEnter, routesFor } from './routes.ts'
import type { AppRoute } from './app-route.ts'

const clubTerms = terminologyOf('club', { name: 'Clube' })
const club = routesFor(clubTerms)
const brotherhood = routesFor(terminologyOf('brotherhood', { name: 'Irmandade', gender: 'f' }))
/** A resource of these tests alone. */
const loansName = 'loans' as string as ResourceName
const pathsOf = (routes: typeof club) => routes.map(({ path }) => path)

describe('the route table', () => {
  it('follows the terminology', () => {
    expect(pathsOf(club)).toEqual(
      expect.arrayContaining(['/socios', '/socios/novo', '/socios/:id/:tab?', '/configuracaoSocios']),
    )
    expect(pathsOf(brotherhood)).toEqual(expect.arrayContaining(['/irmas', '/configuracaoIrmas']))
    expect(matchRoute(brotherhood, '/irmas/novo')?.title).toBe('Nova irmã')
  })

  it('begins with reserved segments where it does not follow the terminology', () => {
    const segmentsOf = (routes: typeof club) => new Set(routes.map(({ path }) => path.split('/')[1] ?? ''))
    const fixed = segmentsOf(club)
      .intersection(segmentsOf(brotherhood))
      .difference(new Set(['', clubTerms.membershipPaymentsURL]))
    expect(fixed.size).toBeGreaterThan(30)
    const missing = [...fixed].filter((segment) => !isReservedPath(segment.toLowerCase()))
    expect(missing, 'write the first segment in resources/screen-paths.ts').toEqual([])
  })

  it('has unique paths', () => {
    expect(new Set(pathsOf(club)).size).toBe(club.length)
  })

  it.each([
    ['/', '/autorizacao/entrar'],
    ['/adminHome', '/socios'],
  ])('%s redirects to %s', (path, target) => {
    expect(matchRoute(club, path)?.redirect).toBe(target)
  })

  it.each([
    ['/socios/novo', 'Novo sócio'],
    ['/Socios/Novo', 'Novo sócio'],
    ['/socios/0192', 'Ficha do sócio'],
    ['/socios/0192/historico', 'Ficha do sócio'],
    ['/autorizacao/loginporlink/abc', 'Entrar por ligação'],
  ])('%s has the title “%s”', (path, title) => {
    expect(matchRoute(club, path)?.title).toBe(title)
  })

  it.each([['/nada'], ['/socios/1/2/3']])('%s matches no route', (path) => {
    expect(matchRoute(club, path)).toBeUndefined()
  })

  it.each([
    ['/socios', 'admin', true],
    ['/socios', 'editor', true],
    ['/socios', 'member', false],
    ['/socios', undefined, false],
    ['/dashboard', 'member', true],
    ['/autorizacao/entrar', undefined, true],
  ] as const)('%s for %s: %o', (path, role, open) => {
    const route = matchRoute(club, path)
    expect(route && mayEnter(route, role)).toBe(open)
  })
})

describe('the page that shows a record', () => {
  const shown = club.flatMap(({ shows, path }) => (shows === undefined ? [] : [{ shows, path }]))

  it('is one for each resource, and takes the id', () => {
    expect(new Set(shown.map(({ shows }) => shows)).size).toBe(shown.length)
    for (const { path } of shown) expect(path).toContain('/:id')
  })

  it('is not the only screen of a resource with parents', () => {
    const files = globSync(join(import.meta.dirname, '../screens/**/*.tsx'))
    const screens = files.map((file) => readFileSync(file, 'utf8')).join('\n')
    // A statement is opened from its lines.
    const elsewhere: ResourceName[] = ['bankStatements']
    const absent = shown.filter(
      ({ shows }) =>
        getDefinition(shows).parents &&
        !elsewhere.includes(shows) &&
        !new RegExp(`['"]${shows}['"]`).test(screens),
    )
    const where = 'show its <RecordCollection> in web/screens, as web/screens/members/member-edit.tsx does'
    expect(absent, where).toEqual([])
  })

  it('has its path in the organisation’s words, without the tab', () => {
    expect(recordPathsOf(club)).toMatchObject({
      members: '/socios/:id',
      printBatches: '/cartoesSocio/lotes/:id',
    })
    expect(recordPathsOf(brotherhood)['members']).toBe('/irmas/:id')
    expect(recordPathsOf(recordRoutes(loansName, { path: '/emprestimos' }))).toEqual({
      loans: '/emprestimos/:id',
    })
  })
})

it('links to lists, in reports and in the activity log, lead to screens', () => {
  const recordPaths = recordPathsOf(club)
  const lists = Object.keys(definitions).map(
    (name) => [name, listPathOf(name, recordPaths, clubTerms)] as const,
  )
  const known = lists.filter(([, path]) => path !== undefined)
  expect(known.length).toBeGreaterThan(30)
  expect(known.filter(([, path = '']) => matchRoute(club, path.split('?')[0] ?? '') === undefined)).toEqual(
    [],
  )
})

describe('the routes of a resource', () => {
  const loans: ResourceDescriptor = {
    name: 'loans',
    path: 'loans',
    label: { one: 'Empréstimo', many: 'Empréstimos', new: 'Novo empréstimo', gender: 'm' },
    may: { list: true, read: true, create: false, update: false, delete: false, export: true },
    actions: [],
    sort: 'item',
    title: 'item',
  }
  const table = recordRoutes(loansName, { path: '/emprestimos', menu: { icon: 'IconId' } })
  const paths = ['/emprestimos', '/emprestimos/novo', '/emprestimos/7/historico']
  const summaryOf = (routes: readonly AppRoute[]) =>
    paths.map((path) => {
      const route = matchRoute(routes, path)
      return route && [route.title, mayEnter(route, 'editor'), route.menu !== undefined]
    })

  it('take titles and access from the definition', () => {
    expect(summaryOf(withDefinitions(table, { data: {}, resources: { loans } }))).toEqual([
      ['Empréstimos', true, true],
      ['', false, false],
      ['Empréstimo', true, false],
    ])
    expect(summaryOf(withDefinitions(table, { data: {}, resources: {} }))).toEqual(
      Array(3).fill(['', false, false]),
    )
  })

  it('have no menu entry before the explainer is loaded', () => {
    expect(summaryOf(withDefinitions(table, undefined))).toEqual(Array(3).fill(['', true, false]))
  })

  it('have a list with the title', () => {
    const lists = club.flatMap(({ of }) => (of?.page === 'list' ? [getDefinition(of.resource)] : []))
    const untitled = lists.filter(({ title, fields }) => !fields[title]?.listed).map(({ name }) => name)
    expect(untitled, 'its title field needs `listed: true`').toEqual([])
  })

  it('use the given screens instead of the generic ones', async () => {
    const own = { default: () => null }
    const [list] = recordRoutes(loansName, { path: '/emprestimos', screens: { list: async () => own } })
    expect(await list?.screen?.()).toBe(own)
    expect((await table[0]?.screen?.())?.default).toBeInstanceOf(Function)
  })

  it('have a list that offers a new record only where its page exists', async () => {
    const propsOf = async ([list]: readonly AppRoute[]) => {
      const loaded = await list?.screen?.()
      return loaded && (loaded.default as () => ReactElement)().props
    }
    expect(await propsOf(keptRecordRoutes(loansName, { path: '/e' }))).toEqual({ resource: 'loans' })
    expect(await propsOf(recordRoutes(loansName, { path: '/e' }))).toEqual({
      resource: 'loans',
      newPath: '/e/novo',
    })
  })
})

it('an auditor enters what an editor enters, except screens that only write', () => {
  const closed = club.filter((route) => mayEnter(route, 'editor') && !mayEnter(route, 'auditor'))
  expect(closed.map(({ path }) => path)).toEqual([
    '/candidaturas/nova',
    '/socios/novo',
    '/quotas/gerar',
    '/pagamentos/novo',
    '/notificarSocios',
    '/cartoesSocio/emitir',
    '/tesouraria/documentos/multiplos',
    '/mensagens/nova',
    '/configuracaoCartoesSocios/modelos/:id',
    '/utilizadores/criarMultiplos',
    '/utilizadores/recuperar-password/:id',
  ])
  expect(club.filter((route) => !mayEnter(route, 'editor') && mayEnter(route, 'auditor'))).toEqual([])
  const auditor = { role: 'auditor', settings: {} } as const
  expect(leadsToOpenScreen(club, '/pagamentos/novo?socio=7', auditor)).toBe(false)
  expect(leadsToOpenScreen(club, '/pagamentos/7?de=lista', auditor)).toBe(true)
})

it('links lead to screens whose modules are all on', () => {
  const leads = (settings: Record<string, string>) =>
    ['/tesouraria/transaccoes/7', '/tesouraria/centrosDeCustos/7'].map((path) =>
      leadsToOpenScreen(club, path, { role: 'editor', settings }),
    )
  expect(leads({ hasTreasury: 'true', treasuryHasCostCenters: 'true' })).toEqual([true, true])
  expect(leads({ hasTreasury: 'true', treasuryHasCostCenters: 'false' })).toEqual([true, false])
  expect(leads({ hasTreasury: 'false', treasuryHasCostCenters: 'true' })).toEqual([false, false])
})

describe('breadcrumbs', () => {
  it('link each prefix that has a route, except the last', () => {
    expect(breadcrumbTrail(club, '/socios/7/historico', 'editor')).toEqual([
      { title: 'Sócios', path: '/socios', to: '/socios' },
      { title: 'Ficha do sócio', path: '/socios/7', to: undefined },
    ])
  })

  it('do not match a fixed segment as an id', () => {
    expect(breadcrumbTrail(club, '/cartoesSocio/emissoes/7', 'editor')).toEqual([
      { title: 'Cartões', path: '/cartoesSocio', to: '/cartoesSocio' },
      { title: 'Emissão', path: '/cartoesSocio/emissoes/7', to: undefined },
    ])
  })

  it('do not link screens that the role may not enter', () => {
    expect(breadcrumbTrail(club, '/socios/7', 'member')[0]?.to).toBeUndefined()
  })

  it('begin with the parent screen (`below`)', () => {
    expect(breadcrumbTrail(club, '/notificarSocios', 'editor')).toEqual([
      { title: 'Dívidas', path: '/dividas', to: '/dividas' },
      { title: 'Notificar sócios', path: '/notificarSocios', to: undefined },
    ])
  })

  it('omit prefixes without a route', () => {
    expect(breadcrumbTrail(club, '/utilizadores/7', 'member')).toEqual([
      { title: 'Perfil', path: '/utilizadores/7', to: undefined },
    ])
  })
})

it.each([
  ['/socios/7', 'editor', '/socios'],
  ['/pagamentos', 'editor', '/socios'],
  ['/configuracaoSocios', 'admin', '/socios'],
  ['/socios', 'editor', undefined],
  ['/utilizadores/7', 'member', '/dashboard'],
  ['/dashboard', 'member', undefined],
] as const)('the parent of %s for the role %s is %s', (path, role, parent) => {
  expect(parentScreen(club, path, role)?.to).toBe(parent)
})

it('a page’s title is the route’s and the organisation’s', () => {
  expect(titleOf('Sócios', 'Clube')).toBe('Sócios – Clube')
})
