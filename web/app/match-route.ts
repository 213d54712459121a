import type { ComponentType } from 'react'
import type { Settings } from '../api/queries.ts'
import { readSession, type Role } from '../api/tokens.ts'
import { homeOf, loginPath, setupPath } from '../paths/account.ts'
import { matchPath } from '../paths/match-path.ts'
import { isOn, mayEnter } from './routes.ts'
import type { AppRoute, Screen } from './app-route.ts'

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

/** The route of the screen that a path leads to. */
export function matchDestination(routes: readonly AppRoute[], path: string): AppRoute | undefined {
  return matchRoute(routes, redirectOf(routes, path) ?? path)
}

/** The code of a screen; nothing when it is gone and the page will reload (see `reloadWhenCodeIsGone`). */
type ScreenCode = Promise<ComponentType | undefined>

/** By the path of the route. */
const screens = new Map<string, ScreenCode>()

/** Loads the code of a route's screen, once. */
export function loadScreen(path: string, screen: Screen): ScreenCode {
  const known = screens.get(path)
  if (known) return known
  const code: ScreenCode = (screen() as Promise<{ default: ComponentType } | undefined>).then((found) => {
    // React's `use` reads these, so that loaded code is rendered at once.
    void Object.assign(code, { status: 'fulfilled', value: found?.default })
    return found?.default
  })
  screens.set(path, code)
  return code
}

/** The next use of the screen requests its code again. */
export function forgetScreen(path: string): void {
  screens.delete(path)
}

/** Whether the role may enter the screen of an address, and its module is on; also true where there is none. */
export function leadsToOpenScreen(
  routes: readonly AppRoute[],
  address: string,
  { role, settings }: { role: Role | undefined; settings: Settings },
): boolean {
  const route = matchDestination(routes, pathOf(address))
  return route === undefined || (mayEnter(route, role) && isOn(route, settings))
}

function pathOf(address: string): string {
  return address.replace(/[?#].*/, '')
}

/** Loads the code of the screen of an address. If that fails, navigation tries again and shows the error. */
export async function prefetchScreen(routes: readonly AppRoute[], address: string): Promise<void> {
  const route = matchDestination(routes, pathOf(address))
  if (!route?.screen) return
  const found = await loadScreen(route.path, route.screen).catch(() => undefined)
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
