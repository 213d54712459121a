import type { Terminology } from '@agremia/resources/terminology.ts'
import { readSession } from '../api/tokens.ts'
import { homeOf } from '../screens/home/home-path.ts'
import { loginPath } from '../screens/identity/identity-paths.ts'
import { matchRoute, prefetchScreen } from './match-route.ts'
import { routesFor } from './routes.ts'

/** Loads the code of the screen that is about to be shown, when the words of the last visit tell which it is. */
export function preloadFirstScreen(terminology: Terminology | undefined): void {
  if (!terminology) return
  const routes = routesFor(terminology)
  const session = readSession()
  const route = matchRoute(routes, location.pathname)
  if (session && (route?.path === '/' || route?.path === loginPath))
    prefetchScreen(routes, homeOf(session.role))
  else if (!session && route && route.who !== 'everyone') prefetchScreen(routes, loginPath)
  else prefetchScreen(routes, location.pathname)
}
