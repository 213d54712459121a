import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderAt } from '../api/testing-page.tsx'
import { loginPath } from '../paths/account.ts'
import { AppLink } from '../ui/app-link.tsx'
import { useParams } from '../ui/router.tsx'
import { prefetchScreen, redirectOf } from './match-route.ts'
import { Screens } from './router.tsx'
import { RoutesContext } from './routes-context.ts'
import type { AppRoute, Screen } from './app-route.ts'

let place = 0

/** Routes of their own for each test: the code of a screen is kept by path. */
function routesOf(screens: Record<string, Screen>): AppRoute[] {
  place += 1
  return Object.entries(screens).map(([name, load]) => ({
    path: `/${place}/${name}`,
    title: name,
    who: 'everyone',
    bare: true,
    screen: load,
  }))
}

async function show(routes: readonly AppRoute[], path = routes[0]?.path) {
  await act(async () => {
    renderAt(
      <RoutesContext value={routes}>
        {routes.map((route) => (
          <AppLink key={route.path} to={route.path.replace(':id', '7')}>
            {`para ${route.title}`}
          </AppLink>
        ))}
        <Screens />
      </RoutesContext>,
      path,
    )
  })
}

const follow = (title: string) => act(async () => void fireEvent.click(screen.getByText(`para ${title}`)))

const First: Screen = async () => ({ default: () => 'primeiro ecrã' })

it('gives the screen the parameters of its path', async () => {
  const routes = routesOf({ 'ficha/:id': async () => ({ default: () => `registo ${useParams().id}` }) })
  await show(routes, routes[0]?.path.replace(':id', 'a%20b'))
  expect(screen.getByText('registo a b')).toBeTruthy()
})

it('the old screen stays until the code of the next one is loaded', async () => {
  const code = Promise.withResolvers<{ default: () => string }>()
  await show(routesOf({ First, lenta: () => code.promise }))
  await follow('lenta')
  expect(screen.getByText('primeiro ecrã')).toBeTruthy()
  await act(async () => code.resolve({ default: () => 'ecrã lento' }))
  expect(screen.getByText('ecrã lento')).toBeTruthy()
  expect(screen.queryByText('primeiro ecrã')).toBeNull()
})

it('an error in a screen replaces it, until the person goes elsewhere; its code is requested again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn<Screen>().mockRejectedValueOnce(new Error('sem código')).mockImplementation(First)
  await show(routesOf({ partida: load, outra: async () => ({ default: () => 'outro ecrã' }) }))
  expect(screen.getByText('Não foi possível mostrar este ecrã')).toBeTruthy()
  await follow('outra')
  expect(screen.getByText('outro ecrã')).toBeTruthy()
  await follow('partida')
  expect(screen.getByText('primeiro ecrã')).toBeTruthy()
})

it('when the code is gone and the page will reload, the old screen stays', async () => {
  await show(routesOf({ First, velha: async () => undefined as never }))
  await follow('velha')
  expect(screen.getByText('primeiro ecrã')).toBeTruthy()
})

it('a failed prefetch does not count: navigation requests the code again', async () => {
  const load = vi.fn<Screen>().mockRejectedValueOnce(new Error('sem rede')).mockImplementation(First)
  const routes = routesOf({ 'ficha/:id': load })
  const address = `${routes[0]?.path.replace(':id', '7')}?separador=x`
  await prefetchScreen(routes, address)
  await show(routes, address)
  expect(screen.getByText('primeiro ecrã')).toBeTruthy()
})

it('a prefetched screen is there at the first render', async () => {
  const routes = routesOf({ First })
  await prefetchScreen(routes, routes[0]?.path ?? '')
  renderAt(
    <RoutesContext value={routes}>
      <Screens />
    </RoutesContext>,
    routes[0]?.path,
  )
  expect(screen.getByText('primeiro ecrã')).toBeTruthy()
})

it('visitors of a protected screen are sent to the login, without loading the screen', async () => {
  const load = vi.fn<Screen>(First)
  const [route] = routesOf({ protegida: load })
  const login = { ...routesOf({ login: async () => ({ default: () => 'entrada' }) })[0], path: loginPath }
  await show([{ ...route, who: ['admin'], bare: false }, login] as AppRoute[])
  expect(screen.getByText('entrada')).toBeTruthy()
  expect(load).not.toHaveBeenCalled()
})

it('during the first run every path leads to the setup; afterwards unknown ones lead nowhere', () => {
  const setup = { path: '/configuracaoInicial', title: '', who: 'everyone' } as const
  const home = { path: '/', title: '', who: 'everyone', redirect: loginPath } as const
  expect(redirectOf([setup], '/socios')).toBe('/configuracaoInicial')
  expect(redirectOf([setup], '/configuracaoInicial')).toBeUndefined()
  expect(redirectOf([home], '/')).toBe(loginPath)
  expect(redirectOf([home], '/nada')).toBeUndefined()
})
