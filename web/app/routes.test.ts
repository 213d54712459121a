import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { describe, expect, it } from 'vitest'
import { breadcrumbTrail } from './breadcrumb-trail.ts'
import { matchRoute } from './match-route.ts'
import { titleOf } from './page-title.tsx'
import { recordRoutes, withDefinitions } from './record-routes.ts'
import { mayEnter, routesFor, type AppRoute } from './routes.ts'

const club = routesFor(terminologyOf('club', { name: 'Clube' }))
const brotherhood = routesFor(terminologyOf('brotherhood', { name: 'Irmandade', gender: 'f' }))
const pathsOf = (routes: typeof club) => routes.map(({ path }) => path)

describe('the table of addresses', () => {
  it('follows the words of the organisation', () => {
    expect(pathsOf(club)).toEqual(
      expect.arrayContaining(['/socios', '/socios/novo', '/socios/:id/:tab?', '/configuracaoSocios']),
    )
    expect(pathsOf(brotherhood)).toEqual(expect.arrayContaining(['/irmas', '/configuracaoIrmas']))
    expect(matchRoute(brotherhood, '/irmas/novo')?.title).toBe('Nova irmã')
  })

  it('has each address once', () => {
    expect(new Set(pathsOf(club)).size).toBe(club.length)
  })

  it.each([
    ['/', '/autorizacao/entrar'],
    ['/adminHome', '/socios'],
  ])('%s leads to %s', (path, target) => {
    expect(matchRoute(club, path)?.redirect).toBe(target)
  })

  it.each([
    ['/socios/novo', 'Novo sócio'],
    ['/socios/0192', 'Ficha do sócio'],
    ['/socios/0192/historico', 'Ficha do sócio'],
    ['/autorizacao/loginporlink/abc', 'Entrar por ligação'],
  ])('%s is “%s”', (path, title) => {
    expect(matchRoute(club, path)?.title).toBe(title)
  })

  it.each([['/nada'], ['/socios/1/2/3'], ['/Socios']])('%s leads nowhere', (path) => {
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
  const table = recordRoutes('loans', { path: '/emprestimos', menu: { icon: 'cards' } })
  const paths = ['/emprestimos', '/emprestimos/novo', '/emprestimos/7/historico']
  const seen = (routes: readonly AppRoute[]) =>
    paths.map((path) => {
      const route = matchRoute(routes, path)
      return route && [route.title, mayEnter(route, 'editor'), route.menu !== undefined]
    })

  it('take their titles and who may be there from the definition', () => {
    expect(seen(withDefinitions(table, { data: {}, resources: { loans } }))).toEqual([
      ['Empréstimos', true, true],
      ['', false, false],
      ['Empréstimo', true, false],
    ])
    expect(seen(withDefinitions(table, { data: {}, resources: {} }))).toEqual(
      Array(3).fill(['', false, false]),
    )
  })

  it('have no place in the menu while nothing is known of it', () => {
    expect(seen(withDefinitions(table, undefined))).toEqual(Array(3).fill(['', true, false]))
  })

  it('draw other screens where they are given', async () => {
    const own = { default: () => null }
    const [list] = recordRoutes('loans', { path: '/emprestimos', screens: { list: async () => own } })
    expect(await list?.screen?.()).toBe(own)
    expect((await table[0]?.screen?.())?.default).toBeInstanceOf(Function)
  })
})

describe('breadcrumbs', () => {
  it('link each prefix that is an address of its own, but not the last', () => {
    expect(breadcrumbTrail(club, '/socios/7/historico', 'editor')).toEqual([
      { title: 'Sócios', path: '/socios', to: '/socios' },
      { title: 'Ficha do sócio', path: '/socios/7', to: undefined },
    ])
  })

  it('take no fixed word for the id of a record', () => {
    expect(breadcrumbTrail(club, '/cartoesSocio/emissoes/7', 'editor')).toEqual([
      { title: 'Cartões', path: '/cartoesSocio', to: '/cartoesSocio' },
      { title: 'Emissão', path: '/cartoesSocio/emissoes/7', to: undefined },
    ])
  })

  it('do not link where the person may not go', () => {
    expect(breadcrumbTrail(club, '/socios/7', 'member')[0]?.to).toBeUndefined()
  })

  it('begin with the screen that this is a part of', () => {
    expect(breadcrumbTrail(club, '/notificarSocios', 'editor')).toEqual([
      { title: 'Dívidas', path: '/dividas', to: '/dividas' },
      { title: 'Notificar sócios', path: '/notificarSocios', to: undefined },
    ])
  })

  it('leave out prefixes that are no address', () => {
    expect(breadcrumbTrail(club, '/utilizadores/7', 'member')).toEqual([
      { title: 'Perfil', path: '/utilizadores/7', to: undefined },
    ])
  })
})

it('a page’s title is the route’s and the organisation’s', () => {
  expect(titleOf('Sócios', 'Clube')).toBe('Sócios – Clube')
})
