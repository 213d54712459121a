import { useSession } from '../api/queries.ts'
import type { Role } from '../api/tokens.ts'
import { AppLink } from '../ui/app-link.tsx'
import { homeOf } from '../paths/account.ts'
import { usePageHead } from '../ui/page.tsx'
import { useAddress } from '../ui/router.tsx'
import { segmentsOf } from '../paths/match-path.ts'
import { matchDestination, matchRoute } from './match-route.ts'
import { useRoutes } from './routes-context.ts'
import { mayEnter } from './routes.ts'
import classes from './breadcrumbs.module.css'
import type { AppRoute } from './app-route.ts'

/** The screen that the back link of phones leads to; undefined on the home screen. */
export function useParentScreen() {
  return parentScreen(useRoutes(), useAddress().pathname, useSession()?.role)
}

/** The breadcrumb trail; the last crumb shows the title that the page publishes. */
export function Breadcrumbs() {
  const { pathname } = useAddress()
  const head = usePageHead()
  const trail = breadcrumbTrail(useRoutes(), pathname, useSession()?.role)
  return (
    <nav aria-label="Localização">
      <ol className={classes.trail}>
        {trail.map((crumb, place) => {
          const isLast = place === trail.length - 1
          const title = (isLast && head?.title) || crumb.title
          return (
            <li key={crumb.path} className={classes.crumb} title={title}>
              {isLast ? (
                <span aria-current="page">{title}</span>
              ) : crumb.to ? (
                <AppLink to={crumb.to} state={{ from: pathname }}>
                  {title}
                </AppLink>
              ) : (
                <span>{title}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

interface Crumb {
  title: string
  path: string
  /** Link target; undefined for the current page and for screens that the role may not enter. */
  to: string | undefined
}

/**
 * One crumb for each prefix of the path that has a route, preceded by those of `below`, the parent screen.
 * Several prefixes of the same route (`:id/:tab?`) make one crumb.
 */
export function breadcrumbTrail(routes: readonly AppRoute[], path: string, role: Role | undefined): Crumb[] {
  const trail: { route: AppRoute; crumb: Crumb }[] = []
  const own = matchRoute(routes, path)
  const above = own?.below === undefined ? [] : prefixes(own.below)
  for (const prefix of [...above, ...prefixes(path)]) {
    const route = matchRoute(routes, prefix)
    if (!route || route.redirect !== undefined || trail.at(-1)?.route === route) continue
    if (own && !matchesLastSegment(route, own, prefix)) continue
    // The list of a resource that the role may not open, or whose definition is not loaded.
    if (route.title === '' && route !== own) continue
    const to = prefix !== path && mayEnter(route, role) ? prefix : undefined
    trail.push({ route, crumb: { title: route.title, path: prefix, to } })
  }
  return trail.map(({ crumb }, place) => (place === trail.length - 1 ? { ...crumb, to: undefined } : crumb))
}

/** The parent of a screen; home for top-level screens. */
export function parentScreen(
  routes: readonly AppRoute[],
  path: string,
  role: Role | undefined,
): { title: string; to: string } | undefined {
  for (const { title, to } of breadcrumbTrail(routes, path, role).toReversed())
    if (to !== undefined) return { title, to }
  const home = role && matchDestination(routes, homeOf(role))
  return home && home.path !== path ? { title: home.title, to: home.path } : undefined
}

/**
 * Skips a route whose last parameter would match a fixed word: in `/cartoesSocio/emissoes/7`, `emissoes` is not
 * the id of `/cartoesSocio/:id`.
 */
function matchesLastSegment(route: AppRoute, own: AppRoute, prefix: string): boolean {
  const place = segmentsOf(prefix).length - 1
  return (
    !segmentsOf(route.path)[place]?.startsWith(':') || segmentsOf(own.path)[place]?.startsWith(':') === true
  )
}

function prefixes(path: string): string[] {
  const segments = path.split('/').filter(Boolean)
  return segments.map((_, place) => `/${segments.slice(0, place + 1).join('/')}`)
}
