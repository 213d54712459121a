import type { ComponentType } from 'react'
import { readSession } from '../api/tokens.ts'
import { homeOf, loginPath, setupPath } from '../paths/account.ts'
import { matchPath } from '../paths/match-path.ts'
import { type AppRoute, mayEnter, type Screen } from './routes.ts'

/** The route of a path. Routes without parameters take precedence. */
export function matchRoute(routes: readonly AppRoute[], path: string): AppRoute | undefined {
  const matching = routes.filter((route) => matchPath(route.path, path))
  return matching.find((route) => !route.path.includes(':')) ?? matching[0]
}

/** Where a path leads if it has no screen: during the first run every other path leads to the setup. */
export function redirectOf(routes: readonly AppRoute[], path: string): string | undefined {
  const route = matchRoute(routes, path)
  if (route) return route.redirect
  return routes.some((each) => each.path === setupPath) ? setupPath : undefined
}

interface ScreenCode {
  /** Set once the code is loaded. */
  Component?: ComponentType
  /** Resolves to nothing when the code is gone and the page will reload: see `reloadWhenCodeIsGone`. */
  loading: Promise<ComponentType | undefined>
}

/** By the path of the route. */
const screens = new Map<string, ScreenCode>()

/** The code of a route's screen, requested once. */
export function loadScreen(path: string, screen: Screen): ScreenCode {
  const known = screens.get(path)
  if (known) return known
  const loading = (screen() as Promise<{ default: ComponentType } | undefined>).then((found) => {
    if (found) code.Component = found.default
    return found?.default
  })
  const code: ScreenCode = { loading }
  screens.set(path, code)
  return code
}

/** The next use of the screen requests its code again. */
export function forgetScreen(path: string): void {
  screens.delete(path)
}

/** Loads the code of the screen of an address. If that fails, navigation tries again and shows the error. */
export async function prefetchScreen(routes: readonly AppRoute[], address: string): Promise<void> {
  const path = address.replace(/[?#].*/, '')
  const route = matchRoute(routes, redirectOf(routes, path) ?? path)
  if (!route?.screen) return
  const found = await loadScreen(route.path, route.screen).loading.catch(() => undefined)
  if (!found) forgetScreen(route.path)
}

/** The route of the current address, if the role may enter it. */
export function firstRoute(routes: readonly AppRoute[]): AppRoute | undefined {
  const route = matchRoute(routes, location.pathname)
  return route && mayEnter(route, readSession()?.role) ? route : undefined
}

/** Loads the code of the screen that will be shown, following redirects to setup, login or home. */
export async function prefetchFirstScreen(routes: readonly AppRoute[]): Promise<void> {
  const session = readSession()
  const route = matchRoute(routes, location.pathname)
  const needsLogin = !session && route !== undefined && !mayEnter(route, undefined)
  const isLogin = route?.path === '/' || route?.path === loginPath
  await Promise.all([
    prefetchScreen(routes, needsLogin ? loginPath : location.pathname),
    session && isLogin ? prefetchScreen(routes, homeOf(session.role)) : undefined,
  ])
}
