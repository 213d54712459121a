import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { terminologyOf } from '@agremia/resources/terminology.ts'

/** The part of the web's `AppRoute` that the tests read; its own file needs the compiler options of a browser. */
export interface AppRoute {
  path: string
  who: 'everyone' | readonly string[]
  redirect?: string
  below?: string
  menu?: { resource?: string }
  /** `String(screen)` contains the path of the screen's file. */
  screen?: () => Promise<unknown>
}

export interface AppRoutes {
  routes: readonly AppRoute[]
  /** The route that matches a path. */
  match: (path: string) => AppRoute | undefined
}

// The table of routes imports stylesheets indirectly, which Node cannot load.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.css')
      ? { format: 'module', source: 'export default {}', shortCircuit: true }
      : next(url, context),
})

/** The routes with the terminology of the demonstration. */
export async function readRoutes(): Promise<AppRoutes> {
  const { routesFor } = await importWeb<{ routesFor: (words: object) => AppRoute[] }>('routes.ts')
  type Match = (routes: readonly AppRoute[], path: string) => AppRoute | undefined
  const { matchRoute } = await importWeb<{ matchRoute: Match }>('match-route.ts')
  const routes = routesFor(terminologyOf('club', { name: '' }))
  return { routes, match: (path) => matchRoute(routes, path.split('?')[0] ?? '') }
}

function importWeb<Module>(file: string): Promise<Module> {
  return import(join(import.meta.dirname, '../web/app', file)) as Promise<Module>
}
