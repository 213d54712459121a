import { useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '../api/queries.ts'
import { forgetAnswers } from '../api/query-client.ts'
import { rememberReturnPath } from '../api/return-path.ts'
import { loginPath } from '../paths/account.ts'
import { ToolbarContext } from '../ui/toolbar.tsx'
import { Banners } from './banners.tsx'
import { BareFrame } from './bare-frame.tsx'
import { Footer } from './footer.tsx'
import { HeaderBar } from './header-bar.tsx'
import { MenuDrawer } from './menu-drawer.tsx'
import { matchRoute } from './match-route.ts'
import { NavigationProgress } from './navigation-progress.tsx'
import { NoAccess } from './not-found.tsx'
import { PageTitle } from './page-title.tsx'
import { RealtimeLink } from './realtime-link.tsx'
import { mayEnter } from './routes.ts'
import { useRoutes } from './routes-context.ts'
import { Sidebar } from './sidebar.tsx'
import { SkipLink } from './skip-link.tsx'
import { SupportLink } from './support-link.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'
import classes from './shell.module.css'

/** What stands around every screen of those who are logged in; visitors see nothing of it, not even in passing. */
export function Shell() {
  return useSession() ? <Surroundings /> : <VisitorFrame />
}

/** A session that ends, here or in another tab, leaves nothing on the screen of a page that was not for everyone. */
function VisitorFrame() {
  const { pathname, search } = useLocation()
  const route = matchRoute(useRoutes(), pathname)
  const mustEnter = route !== undefined && !mayEnter(route, undefined)
  useEffect(() => {
    if (!mustEnter) return
    rememberReturnPath(pathname + search)
    forgetAnswers()
  }, [mustEnter, pathname, search])
  if (mustEnter) return <Navigate to={loginPath} replace />
  return (
    <main>
      <BareFrame />
    </main>
  )
}

/** What a role may do with a resource comes with the explainer, when the router has let it in. */
function AllowedScreen() {
  const route = matchRoute(useRoutes(), useLocation().pathname)
  const role = useSession()?.role
  return route?.of && !mayEnter(route, role) ? <NoAccess /> : <Outlet />
}

function Surroundings() {
  const [menuAt, setMenuAt] = useState<string>()
  const { key } = useLocation()
  // Whoever comes back to where the menu was open does not find it open again.
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
            <AllowedScreen />
          </main>
          <Footer />
        </div>
      </div>
      {menuAt !== undefined && <MenuDrawer onClose={() => setMenuAt(undefined)} />}
    </ToolbarContext>
  )
}
