import {
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useTransition,
} from 'react'

/** The address of the screen that is shown. While the next screen loads, `location` is ahead of it. */
export interface Address {
  pathname: string
  search: string
  /** Passed by the link or by `navigate`. */
  state: unknown
  /** Of the history entry. A reload keeps it. */
  key: string
  /** Reached by Back, Forward or a load of the page, not by a link. */
  isTraversal: boolean
}

export interface NavigateOptions {
  /** Replaces the history entry instead of adding one. */
  replace?: boolean
  state?: unknown
}

/** Opens an address of the application; relative ones (`?tab=x`) start from the current address. */
export type Navigate = (to: string, options?: NavigateOptions) => void

/** Asks before navigation that would lose unsaved work. */
export interface NavigationGuard {
  isLeaving: (next: Address, current: Address) => boolean
  /** Whether to navigate. */
  confirm: () => Promise<boolean>
}

/** Navigation from one path to another. */
interface Arrival {
  pathname: string
  /** What had the focus before. */
  focused: Element | null
}

interface AppRouterProps {
  /** The address to open instead of a path. */
  redirect?: (pathname: string) => string | undefined
  /** What identifies the screen of a path; by default each path is its own screen. */
  screenOf?: (pathname: string) => string
  children: ReactNode
}

/**
 * Shows the address of the browser's history entry to its children. Navigation to another screen is a transition: the
 * old screen stays until the code of the next one is loaded. Other parameters of the same screen are shown at once: an
 * input and the parameter it sets never differ, and no input reaches the record that is being left.
 */
export function AppRouter({ redirect = noRedirect, screenOf = noRoutes, children }: AppRouterProps) {
  const [isNavigating, startTransition] = useTransition()
  const [address, setAddress] = useState(() => readEntry({ index: 0, redirect }))
  const [navigation] = useState(() =>
    createNavigation(address, (entry, isOfSameScreen) => {
      if (isOfSameScreen) setAddress(entry)
      else startTransition(() => setAddress(entry))
    }),
  )
  useLayoutEffect(() => navigation.setShownPath(address.pathname), [navigation, address])
  useLayoutEffect(() => navigation.setRoutes({ redirect, screenOf }), [navigation, redirect, screenOf])
  useLayoutEffect(() => {
    window.addEventListener('popstate', navigation.onTraversal)
    // A row of the first layer was opened, or Back was pressed, while the first screen was being rendered.
    if (!navigation.isCurrent()) navigation.onTraversal()
    return () => window.removeEventListener('popstate', navigation.onTraversal)
  }, [navigation])
  return (
    <NavigationContext value={navigation}>
      <IsNavigatingContext value={isNavigating}>
        <AddressContext value={address}>{children}</AddressContext>
      </IsNavigatingContext>
    </NavigationContext>
  )
}

/** Stored in `history.state`. */
interface EntryState {
  key: string
  /** Position in the history. */
  index: number
  state: unknown
}

type Entry = Address & EntryState

type Routes = Required<Pick<AppRouterProps, 'redirect' | 'screenOf'>>
const noRedirect: Routes['redirect'] = () => undefined
const noRoutes: Routes['screenOf'] = (pathname) => pathname

/**
 * The history entry that the browser shows. One that the router did not add (links to a part of the page) gets
 * a key and the given index.
 */
function readEntry({ index, redirect }: { index: number; redirect: Routes['redirect'] }): Entry {
  const known = history.state as Partial<EntryState> | null
  const entry = known?.index === undefined ? newEntry(index, null) : (known as EntryState)
  const target = redirect(location.pathname)
  if (entry !== known || target !== undefined) history.replaceState(entry, '', target)
  const { pathname, search } = location
  return { pathname, search, ...entry, isTraversal: true }
}

function newEntry(index: number, state: unknown): EntryState {
  return { key: Math.random().toString(36).slice(2), index, state }
}

/** Calls `show` with each entry, and whether its screen is the one that is shown. */
function createNavigation(first: Entry, show: (entry: Entry, isOfSameScreen: boolean) => void) {
  let current = first
  let shownPath = first.pathname
  let redirect = noRedirect
  let screenOf = noRoutes
  let endTraversal: (() => void) | undefined
  let arrival: Arrival | undefined
  const guards = new Set<NavigationGuard>()

  function arrive(entry: Entry): void {
    const { pathname } = entry
    if (pathname !== current.pathname) arrival = { pathname, focused: document.activeElement }
    current = entry
    show(entry, screenOf(entry.pathname) === screenOf(shownPath))
  }

  /** Moves in the history, without asking and without showing the address. */
  function traverse(delta: number): Promise<void> {
    return new Promise((resolve) => {
      endTraversal = resolve
      history.go(delta)
    })
  }

  /** The question of the guards that hold a navigation back; undefined when none does. */
  function questionBefore(next: Address): (() => Promise<boolean>) | undefined {
    const blocking = [...guards].filter((guard) => guard.isLeaving(next, current))
    if (blocking.length === 0) return undefined
    return async () => {
      for (const guard of blocking) if (!(await guard.confirm())) return false
      return true
    }
  }

  const navigate: Navigate = (to, { replace = false, state = null } = {}) => {
    const requested = resolve(to)
    const target = redirect(requested.pathname)
    const { pathname, search, href } = target === undefined ? requested : resolve(target)
    const entry = newEntry(current.index + (replace ? 0 : 1), state)
    const next: Entry = { pathname, search, ...entry, isTraversal: false }
    const proceed = () => {
      if (replace) history.replaceState(entry, '', href)
      else history.pushState(entry, '', href)
      arrive(next)
    }
    const confirm = questionBefore(next)
    if (confirm) void confirm().then((isLeaving) => isLeaving && proceed())
    else proceed()
  }

  /** The browser has already changed the address: it is changed back while the person is asked. */
  function onTraversal(): void {
    if (endTraversal) {
      endTraversal()
      endTraversal = undefined
      return
    }
    const next = readEntry({ index: current.index + 1, redirect })
    const delta = next.index - current.index
    const confirm = delta === 0 ? undefined : questionBefore(next)
    if (confirm) void confirmAndTraverse(confirm, delta)
    else arrive(next)
  }

  async function confirmAndTraverse(confirm: () => Promise<boolean>, delta: number): Promise<void> {
    await traverse(-delta)
    if (!(await confirm())) return
    await traverse(delta)
    arrive(readEntry({ index: current.index + delta, redirect }))
  }

  return {
    navigate,
    guards,
    onTraversal,
    /** Whether the browser shows the entry that the router knows. */
    isCurrent: () => (history.state as Partial<EntryState> | null)?.key === current.key,
    setRoutes(next: Routes): void {
      ;({ redirect, screenOf } = next)
    },
    arrivalAt: (pathname: string) => (arrival?.pathname === pathname ? arrival : undefined),
    setShownPath(next: string): void {
      shownPath = next
    },
  }
}

function resolve(to: string, base: string = location.href): URL {
  // A path that begins with two slashes names no other host.
  const url = to.startsWith('/') ? new URL(location.origin + to) : new URL(to, base)
  // Removes a question mark without parameters.
  if (url.search === '') url.search = ''
  return url
}

const unplaced: Address = { pathname: '/', search: '', state: null, key: '', isTraversal: true }
const AddressContext = createContext(unplaced)
const IsNavigatingContext = createContext(false)
const NavigationContext = createContext<{
  navigate: Navigate
  guards: Set<NavigationGuard>
  arrivalAt: (pathname: string) => Arrival | undefined
}>({
  navigate: () => undefined,
  guards: new Set(),
  arrivalAt: () => undefined,
})

export function useAddress(): Address {
  return use(AddressContext)
}

/** Whether the next screen is loading. */
export function useIsNavigating(): boolean {
  return use(IsNavigatingContext)
}

export function useNavigate(): Navigate {
  return use(NavigationContext).navigate
}

/** A function that returns the navigation that led to a path; undefined when the page was loaded there. */
export function useArrival(): (pathname: string) => Arrival | undefined {
  return use(NavigationContext).arrivalAt
}

export const ParamsContext = createContext<Readonly<Record<string, string | undefined>>>({})

/** Parameters of the path, decoded. */
export function useParams(): Readonly<Record<string, string | undefined>> {
  return use(ParamsContext)
}

type NewParams = URLSearchParams | Record<string, string>
type SetParams = (
  next: NewParams | ((current: URLSearchParams) => NewParams),
  options?: NavigateOptions,
) => void

/** The parameters after `?`, and a function that navigates to others. */
export function useSearchParams(): [URLSearchParams, SetParams] {
  const { pathname, search } = useAddress()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams: SetParams = useCallback(
    (next, options) => {
      // Ignores late changes by a screen that is being left.
      if (location.pathname !== pathname) return
      const changed = typeof next === 'function' ? next(new URLSearchParams(location.search)) : next
      navigate(`?${new URLSearchParams(changed).toString()}`, options)
    },
    [navigate, pathname],
  )
  return [params, setParams]
}

interface LinkProps {
  href: string
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** Props of a link to an address of the application. Opens it, unless the click is for a new tab or window. */
export function useLink(to: string, state?: unknown): LinkProps {
  const navigate = useNavigate()
  const { pathname, search } = useAddress()
  const url = resolve(to, location.origin + pathname + search)
  const href = url.pathname + url.search + url.hash
  return {
    href,
    onClick(event) {
      const isForNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      const { target } = event.currentTarget
      if (event.defaultPrevented || event.button !== 0 || isForNewTab || target === '_blank') return
      event.preventDefault()
      navigate(href, { state, replace: href === location.pathname + location.search + location.hash })
    },
  }
}

/** Navigates as soon as it is rendered, in place of the current entry. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true }), [navigate, to])
  return null
}

/** While the component is mounted, the guard may hold navigation back. */
export function useNavigationGuard(guard: NavigationGuard): void {
  const { guards } = use(NavigationContext)
  useEffect(() => {
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [guards, guard])
}
