import type { Terminology } from '@agremia/resources/terminology.ts'
import { readSession } from '../api/tokens.ts'
import { homeOf } from '../screens/home/home-path.ts'
import { loginPath } from '../screens/identity/identity-paths.ts'
import { matchRoute, prefetchScreen } from './match-route.ts'
import { mayEnter, routesFor, type AppRoute } from './routes.ts'

/** Loads the code of the screen that is about to be shown; answers its route, if the address leads there straight. */
export function preloadFirstScreen(terminology: Terminology): AppRoute | undefined {
  const routes = routesFor(terminology)
  const session = readSession()
  const route = matchRoute(routes, location.pathname)
  if (session && (route?.path === '/' || route?.path === loginPath))
    prefetchScreen(routes, homeOf(session.role))
  else if (!session && route && route.who !== 'everyone') prefetchScreen(routes, loginPath)
  else prefetchScreen(routes, location.pathname)
  return route && mayEnter(route, session?.role) ? route : undefined
}
