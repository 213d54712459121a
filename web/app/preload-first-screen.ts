import { readSession } from '../api/tokens.ts'
import { homeOf, loginPath } from '../paths/account.ts'
import { matchRoute, prefetchScreen } from './match-route.ts'
import { mayEnter, type AppRoute } from './routes.ts'

/** The route of the address, if the person may be there. */
export function firstRoute(routes: readonly AppRoute[]): AppRoute | undefined {
  const route = matchRoute(routes, location.pathname)
  return route && mayEnter(route, readSession()?.role) ? route : undefined
}

/** Loads the code of the screen that is about to be shown. */
export function preloadFirstScreen(routes: readonly AppRoute[]): void {
  const session = readSession()
  const route = matchRoute(routes, location.pathname)
  if (session && (route?.path === '/' || route?.path === loginPath))
    prefetchScreen(routes, homeOf(session.role))
  else if (!session && route && route.who !== 'everyone') prefetchScreen(routes, loginPath)
  else prefetchScreen(routes, location.pathname)
}
