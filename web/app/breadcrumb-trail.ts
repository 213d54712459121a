import type { Role } from '../api/tokens.ts'
import { matchRoute, wordsOf } from './match-route.ts'
import { mayEnter, type AppRoute } from './routes.ts'

export interface Crumb {
  title: string
  path: string
  /** Where it leads, unless the person may not go there or already is. */
  to: string | undefined
}

/**
 * A crumb for each prefix of the path that has a route, after those of the screen that it is a part of; prefixes of one
 * and the same route make one crumb.
 */
export function breadcrumbTrail(routes: readonly AppRoute[], path: string, role: Role | undefined): Crumb[] {
  const trail: { route: AppRoute; crumb: Crumb }[] = []
  const own = matchRoute(routes, path)
  const above = own?.below === undefined ? [] : prefixes(own.below)
  for (const prefix of [...above, ...prefixes(path)]) {
    const route = matchRoute(routes, prefix)
    if (!route || route.redirect !== undefined || trail.at(-1)?.route === route) continue
    if (own && !endsAlike(route, own, prefix)) continue
    const to = prefix !== path && mayEnter(route, role) ? prefix : undefined
    trail.push({ route, crumb: { title: route.title, path: prefix, to } })
  }
  return trail.map(({ crumb }, place) => (place === trail.length - 1 ? { ...crumb, to: undefined } : crumb))
}

/** A word that is fixed in the address of the screen is nobody's id, though it stands where another route has one. */
function endsAlike(route: AppRoute, own: AppRoute, prefix: string): boolean {
  const place = wordsOf(prefix).length - 1
  return !wordsOf(route.path)[place]?.startsWith(':') || wordsOf(own.path)[place]?.startsWith(':') === true
}

function prefixes(path: string): string[] {
  const words = path.split('/').filter(Boolean)
  return words.map((_, place) => `/${words.slice(0, place + 1).join('/')}`)
}
