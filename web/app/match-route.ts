import { readSession } from '../api/tokens.ts'
import { homeOf, loginPath } from '../paths/account.ts'
import { type AppRoute, mayEnter } from './routes.ts'

/** The route of a path. Routes without parameters take precedence, as in the router. */
export function matchRoute(routes: readonly AppRoute[], path: string): AppRoute | undefined {
  const segments = segmentsOf(path)
  const matching = routes.filter((route) => isMatch(segmentsOf(route.path), segments))
  return matching.find((route) => !route.path.includes(':')) ?? matching[0]
}

/** Loads the code of the screen of a path. */
export function prefetchScreen(routes: readonly AppRoute[], path: string): void {
  const route = matchRoute(routes, path)
  const target = route?.redirect === undefined ? route : matchRoute(routes, route.redirect)
  target?.screen?.().catch(() => undefined)
}

export function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function isMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  if (segments.length > pattern.length) return false
  return pattern.every((part, place) => {
    const segment = segments[place]
    if (segment === undefined) return part.endsWith('?')
    return part.startsWith(':') || part === segment
  })
}

/** The route of the current address, if the role may enter it. */
export function firstRoute(routes: readonly AppRoute[]): AppRoute | undefined {
  const route = matchRoute(routes, location.pathname)
  return route && mayEnter(route, readSession()?.role) ? route : undefined
}

/** Loads the code of the screen that will be shown, following redirects to login or home. */
export function preloadFirstScreen(routes: readonly AppRoute[]): void {
  const session = readSession()
  const route = matchRoute(routes, location.pathname)
  if (session && (route?.path === '/' || route?.path === loginPath))
    prefetchScreen(routes, homeOf(session.role))
  else if (!session && route && route.who !== 'everyone') prefetchScreen(routes, loginPath)
  else prefetchScreen(routes, location.pathname)
}
