import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { rememberReturnPath } from '../api/browser-storage.ts'
import { settingsQuery, useSession, useTerminology } from '../api/queries.ts'
import { clearQueryCache } from '../api/query-client.ts'
import { connectRealtime, refreshOnNews } from '../api/realtime.ts'
import { loginPath } from '../paths/account.ts'
import { noSuchPage } from '../ui/message-state.tsx'
import { ToolbarContext } from '../ui/toolbar.tsx'
import { useDelayed } from '../ui/busy-indicators.tsx'
import { Redirect, useAddress, useIsNavigating } from '../ui/router.tsx'
import { Banners } from './banners.tsx'
import { Footer } from './footer.tsx'
import { HeaderBar } from './header-bar.tsx'
import { matchRoute } from './match-route.ts'
import { MenuDrawer, Sidebar } from './sidebar.tsx'
import { ModuleOff, NoAccess } from './error-pages.tsx'
import { useRoutes } from './routes-context.ts'
import { isOn, mayEnter } from './routes.ts'
import { SupportLink } from './support-link.tsx'
import navigationProgressClasses from './navigation-progress.module.css'
import classes from './shell.module.css'
import skipLinkClasses from './skip-link.module.css'

/** Menu, header and footer around the screens of logged-in people; visitors see none of it. */
export function Shell({ children }: FrameProps) {
  return useSession() ? <Frame>{children}</Frame> : <VisitorFrame>{children}</VisitorFrame>
}

interface FrameProps {
  children: ReactNode
}

/**
 * Frame for visitors. When the session ends, here or in another tab, it leaves a protected page and clears the
 * cache.
 */
function VisitorFrame({ children }: FrameProps) {
  const { pathname, search } = useAddress()
  const route = matchRoute(useRoutes(), pathname)
  const mustEnter = route !== undefined && !mayEnter(route, undefined)
  useEffect(() => {
    if (!mustEnter) return
    rememberReturnPath(pathname + search)
    clearQueryCache()
  }, [mustEnter, pathname, search])
  if (mustEnter) return <Redirect to={loginPath} />
  return (
    <main>
      <BareFrame>{children}</BareFrame>
    </main>
  )
}

/**
 * The screen, if the role may enter it and its module is on. For routes of resources this is known after the explainer is loaded, for
 * modules after the settings.
 */
function AllowedScreen({ children }: FrameProps) {
  const route = matchRoute(useRoutes(), useAddress().pathname)
  const role = useSession()?.role
  const settings = useQuery(settingsQuery).data
  if (route && !mayEnter(route, role)) return <NoAccess />
  return route && settings && !isOn(route, settings) ? <ModuleOff /> : children
}

function Frame({ children }: FrameProps) {
  const [menuAt, setMenuAt] = useState<string>()
  const { key } = useAddress()
  // Going back to a page where the menu was open does not reopen it.
  if (menuAt !== undefined && menuAt !== key) setMenuAt(undefined)
  const main = useRef<HTMLElement>(null)
  const side = useRef<HTMLDivElement>(null)
  useScrollMemory(main)
  useScrollMemory(side)
  return (
    <ToolbarContext value={<SupportLink />}>
      <SkipLink />
      <PageTitle />
      <RealtimeLink />
      <NavigationProgress />
      <div className={classes.shell}>
        <Sidebar />
        <div ref={side} className={classes.side}>
          <HeaderBar onMenu={() => setMenuAt(key)} />
          <main ref={main} id="conteudo" className={classes.main} tabIndex={-1}>
            <Banners />
            <AllowedScreen>{children}</AllowedScreen>
          </main>
          <Footer />
        </div>
      </div>
      {menuAt !== undefined && <MenuDrawer onClose={() => setMenuAt(undefined)} />}
    </ToolbarContext>
  )
}

/** Frame of screens without menu and header. */
export function BareFrame({ children }: FrameProps) {
  return (
    <>
      <PageTitle />
      {children}
    </>
  )
}

/**
 * Sets the window's title to the route's and the organisation's, and announces navigation to screen readers.
 * `data-at` is the address of the rendered screen; the address bar is ahead of it while the code loads.
 */
function PageTitle() {
  const { name } = useTerminology()
  const { pathname, search, key } = useAddress()
  const [firstKey] = useState(key)
  const route = matchRoute(useRoutes(), pathname)
  const title = route?.title ?? noSuchPage
  return (
    <>
      <title>{titleOf(title, name)}</title>
      <output className="visually-hidden" data-at={pathname + search}>
        {key === firstKey ? '' : title}
      </output>
    </>
  )
}

export function titleOf(title: string, organisation: string): string {
  return [title, organisation].filter(Boolean).join(' – ')
}

/** The first focusable element: skips the menu. */
function SkipLink() {
  return (
    <a className={skipLinkClasses.skip} href="#conteudo" data-only="screen">
      Saltar para o conteúdo
    </a>
  )
}

/** A thin line at the top while the code of the next screen loads. */
function NavigationProgress() {
  return useIsNavigating() ? <Line /> : null
}

function Line() {
  return useDelayed(100) ? <div className={navigationProgressClasses.line} aria-hidden="true" /> : null
}

/** Connects to the server's news while somebody is logged in. */
function RealtimeLink() {
  const client = useQueryClient()
  const userId = useSession()?.id
  useEffect(() => refreshOnNews(client), [client])
  useEffect(() => (userId === undefined ? undefined : connectRealtime()), [userId])
  return null
}

const positions = new Map<string, number>()

/** Scrolls to the top of a new page; going back restores the scroll position. */
function useScrollMemory(scroller: RefObject<HTMLElement | null>): void {
  const { key, isTraversal } = useAddress()
  const lastKey = useRef<string>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const top = isTraversal ? (positions.get(key) ?? 0) : 0
    // A new element is already at its top; scrolling would force a layout.
    if (top > 0 || (lastKey.current !== undefined && lastKey.current !== key))
      element.scrollTo({ top, behavior: 'instant' })
    lastKey.current = key
    const remember = () => positions.set(key, element.scrollTop)
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [scroller, key, isTraversal])
}
