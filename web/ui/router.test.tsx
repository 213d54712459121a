import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppLink } from './app-link.tsx'
import {
  AppRouter,
  type NavigationGuard,
  Redirect,
  useAddress,
  useIsNavigating,
  useNavigate,
  useNavigationGuard,
  useSearchParams,
  type Navigate,
} from './router.tsx'

let navigate: Navigate
/** Addresses that were rendered, each once. */
let shown: string[]

beforeEach(() => {
  shown = []
  history.replaceState(null, '', '/lista')
})

function Probe() {
  const { pathname, search, state, isTraversal } = useAddress()
  const current = useNavigate()
  useEffect(() => {
    navigate = current
  }, [current])
  const address = pathname + search
  if (shown.at(-1) !== address) shown.push(address)
  return <output>{JSON.stringify({ address, state, isTraversal })}</output>
}

function show(part?: ReactNode, routes?: Omit<ComponentProps<typeof AppRouter>, 'children'>): void {
  render(
    <AppRouter {...routes}>
      <Probe />
      {part}
    </AppRouter>,
  )
}

function seen(): unknown {
  return JSON.parse(screen.getAllByRole('status')[0]?.textContent ?? '')
}

/** Goes back or forward, and waits until the router has reacted. */
async function go(delta: number, address: string): Promise<void> {
  await act(async () => {
    history.go(delta)
    await vi.waitFor(() => expect(location.pathname + location.search).toBe(address))
  })
}

it('shows the address of the page at first, as reached by a load', () => {
  show()
  expect(seen()).toEqual({ address: '/lista', state: null, isTraversal: true })
})

it('a push adds a history entry that Back leaves, with the state of each', async () => {
  show()
  act(() => navigate('/ficha?separador=x', { state: { from: 'lista' } }))
  expect(seen()).toEqual({
    address: '/ficha?separador=x',
    state: { from: 'lista' },
    isTraversal: false,
  })
  await go(-1, '/lista')
  expect(seen()).toEqual({ address: '/lista', state: null, isTraversal: true })
  await go(1, '/ficha?separador=x')
  expect(seen()).toEqual({ address: '/ficha?separador=x', state: { from: 'lista' }, isTraversal: true })
})

it('a replacement leaves no entry behind', async () => {
  show()
  act(() => navigate('/um'))
  act(() => navigate('/dois', { replace: true }))
  await go(-1, '/lista')
  expect(shown).toEqual(['/lista', '/um', '/dois', '/lista'])
})

it('relative addresses start from the current one; an empty query leaves no question mark', () => {
  show()
  act(() => navigate('?ordem=nome'))
  expect(location.href).toBe('http://localhost/lista?ordem=nome')
  act(() => navigate('?'))
  expect(location.href).toBe('http://localhost/lista')
  act(() => navigate('//outro.pt/x'))
  expect(location.host).toBe('localhost')
})

it('opens the target of a redirect in its place, on navigation and on load', () => {
  const redirect = (path: string) => (path === '/inicio' ? '/lista' : undefined)
  history.replaceState(null, '', '/inicio')
  show(undefined, { redirect })
  act(() => navigate('/outro'))
  act(() => navigate('/inicio'))
  expect(shown).toEqual(['/lista', '/outro', '/lista'])
  expect(location.pathname).toBe('/lista')
})

it('Redirect replaces the entry of the component that renders it', async () => {
  function Screen() {
    return useAddress().pathname === '/antigo' ? <Redirect to="/novo" /> : null
  }
  show(<Screen />)
  act(() => navigate('/antigo'))
  expect(location.pathname).toBe('/novo')
  await go(-1, '/lista')
})

it('keeps the old screen until the next one is loaded', async () => {
  const code = Promise.withResolvers<string>()
  function Screen() {
    const { pathname } = useAddress()
    return <p>{pathname === '/lista' ? 'a lista' : use(code.promise)}</p>
  }
  const Progress = () => (useIsNavigating() ? 'a carregar' : 'parado')
  show(
    <>
      <Progress />
      <Suspense fallback="vazio">
        <Screen />
      </Suspense>
    </>,
  )
  await act(async () => navigate('/ficha'))
  expect(location.pathname).toBe('/ficha')
  expect([screen.queryByText('a lista'), screen.queryByText('a carregar')]).not.toContain(null)
  expect(screen.queryByText('vazio')).toBeNull()
  await act(async () => code.resolve('a ficha'))
  expect([screen.queryByText('a ficha'), screen.queryByText('parado')]).not.toContain(null)
})

it('the last of several navigations is shown', async () => {
  const code = Promise.withResolvers<string>()
  function Screen() {
    const { pathname } = useAddress()
    return <p>{pathname === '/lenta' ? use(code.promise) : pathname}</p>
  }
  show(
    <Suspense>
      <Screen />
    </Suspense>,
  )
  await act(async () => navigate('/lenta'))
  await act(async () => navigate('/rapida'))
  expect(screen.queryByText('/rapida')).not.toBeNull()
  await act(async () => code.resolve('tarde'))
  expect(screen.queryByText('tarde')).toBeNull()
})

function Search() {
  const [params, setParams] = useSearchParams()
  return (
    <>
      <b>{params.get('pagina')}</b>
      <button onClick={() => setParams({ pagina: '2' }, { replace: true })}>substituir</button>
      <button onClick={() => setParams((current) => ({ ...Object.fromEntries(current), de: 'a' }))}>
        juntar
      </button>
    </>
  )
}

it('search parameters are replaced or added, from the current ones', async () => {
  show(<Search />)
  fireEvent.click(screen.getByText('substituir'))
  expect(screen.queryByText('2')).not.toBeNull()
  fireEvent.click(screen.getByText('juntar'))
  expect(location.search).toBe('?pagina=2&de=a')
  await go(-1, '/lista?pagina=2')
})

it('changed search parameters are shown together with what changed with them', () => {
  function Box() {
    const [params, setParams] = useSearchParams()
    const [text, setText] = useState('')
    const type = () => {
      setText('silva')
      setParams({ pesquisa: 'silva' })
    }
    return <button onClick={type}>{`${text}, ${params.get('pesquisa') ?? ''}`}</button>
  }
  show(<Box />)
  const box = screen.getByRole('button')
  flushSync(() => box.click())
  expect(box.textContent).toBe('silva, silva')
})

it('another record of the same screen is shown at once, so that later input belongs to it', () => {
  function Record() {
    const { pathname } = useAddress()
    return <button onClick={() => navigate(`${pathname}x`)}>{pathname}</button>
  }
  show(<Record />, { screenOf: (path) => path.replace(/[^/]*$/, ':id') })
  const record = screen.getByRole('button')
  flushSync(() => record.click())
  expect(record.textContent).toBe('/listax')
})

it('a screen that is being left no longer changes the search parameters', async () => {
  function Screen() {
    const [, setParams] = useSearchParams()
    return useAddress().pathname === '/lista' ? (
      <button onClick={() => setParams({ pagina: '2' })}>substituir</button>
    ) : (
      use(new Promise<never>(() => {}))
    )
  }
  show(
    <Suspense>
      <Screen />
    </Suspense>,
  )
  await act(async () => navigate('/ficha'))
  fireEvent.click(screen.getByText('substituir'))
  expect(location.pathname + location.search).toBe('/ficha')
})

it('links navigate, unless the click is for a new tab or already handled', () => {
  show(
    <>
      <AppLink to="/ficha" state={7}>
        ficha
      </AppLink>
      <AppLink to="?separador=b" onClick={(event) => event.preventDefault()}>
        tratado
      </AppLink>
      <AppLink to="/novo" target="_blank">
        separador
      </AppLink>
    </>,
  )
  expect(screen.getByText('tratado').getAttribute('href')).toBe('/lista?separador=b')
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
    const clicked = new MouseEvent('click', { bubbles: true, cancelable: true, ...modifier })
    const stop = vi.spyOn(clicked, 'preventDefault')
    act(() => void screen.getByText('ficha').dispatchEvent(clicked))
    expect(stop).not.toHaveBeenCalled()
  }
  fireEvent.click(screen.getByText('tratado'))
  expect(shown).toEqual(['/lista'])
  fireEvent.click(screen.getByText('ficha'))
  expect(seen()).toMatchObject({ address: '/ficha', state: 7 })
})

it('follows an address that changed while the first screen was being rendered', () => {
  let isFirst = true
  function Opening() {
    if (isFirst) {
      history.pushState(null, '', '/ficha')
      dispatchEvent(new PopStateEvent('popstate'))
    }
    isFirst = false
    return null
  }
  show(<Opening />)
  expect(seen()).toMatchObject({ address: '/ficha' })
})

it('a link to the current address adds no history entry', () => {
  show(<AppLink to="/lista">lista</AppLink>)
  const { length } = history
  fireEvent.click(screen.getByText('lista'))
  expect(history.length).toBe(length)
})

function guarded(answers: boolean[]) {
  const confirm = vi.fn(async () => answers.shift() ?? false)
  const isLeaving: NavigationGuard['isLeaving'] = (next, current) => next.pathname !== current.pathname
  function Guard() {
    useNavigationGuard({ isLeaving, confirm })
    return null
  }
  show(<Guard />)
  return confirm
}

it('a guard holds a navigation back until it is confirmed', async () => {
  const confirm = guarded([false, true])
  act(() => navigate('?pagina=2'))
  expect(confirm).not.toHaveBeenCalled()
  await act(async () => navigate('/ficha'))
  expect([confirm.mock.calls.length, location.pathname]).toEqual([1, '/lista'])
  await act(async () => navigate('/ficha'))
  expect([confirm.mock.calls.length, location.pathname]).toEqual([2, '/ficha'])
  expect(shown).toEqual(['/lista', '/lista?pagina=2', '/ficha'])
})

it('a guard holds Back and Forward back: the address returns, and is left only when confirmed', async () => {
  history.pushState(null, '', '/lista')
  const confirm = guarded([true, false, true])
  await act(async () => navigate('/ficha'))
  shown = []
  act(() => history.back())
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(location.pathname).toBe('/ficha'))
  act(() => history.back())
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(3))
  await waitFor(() => expect(seen()).toMatchObject({ address: '/lista', isTraversal: true }))
  expect(location.pathname).toBe('/lista')
  expect(shown).toEqual(['/lista'])
})

it('an entry that the router did not add is one step ahead', async () => {
  const confirm = guarded([false])
  act(() => {
    history.pushState(null, '', '/ficha')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(location.pathname).toBe('/lista'))
  expect(shown).toEqual(['/lista'])
})
