import type { Explainer, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { createContext, use } from 'react'
import type { AppRoute, RecordPageName } from './app-route.ts'

export const RoutesContext = createContext<readonly AppRoute[]>([])

/** The route table in the organisation's terminology, with access from the explainer. */
export function useRoutes(): readonly AppRoute[] {
  return use(RoutesContext)
}

/**
 * Adds titles and access from the explainer to routes of resources. Before it is loaded they have no title and
 * no menu entry.
 */
export function withDefinitions(
  routes: readonly AppRoute[],
  explainer: Explainer | undefined,
): readonly AppRoute[] {
  return routes.map((route) => {
    if (!route.of) return route
    const { menu: _menu, ...rest } = route
    if (!explainer) return rest
    const descriptor = explainer.resources[route.of.resource]
    if (!descriptor || !mayOpen(descriptor, route.of.page)) return { ...rest, who: [] }
    return { ...route, title: titleIn(descriptor, route.of.page) }
  })
}

/** Path of the page of a record, with `:id`, by resource. */
export function recordPathsOf(routes: readonly AppRoute[]): Record<string, string> {
  return Object.fromEntries(
    routes.flatMap(({ shows, path }) => (shows === undefined ? [] : [[shows, withoutOptional(path)]])),
  )
}

/** Removes an optional parameter: `/cartoes/:id?` → `/cartoes`. */
export function withoutOptional(path: string): string {
  return path.replace(/\/:\w+\?$/, '')
}

function mayOpen({ may }: ResourceDescriptor, page: RecordPageName): boolean {
  if (page === 'new') return may.create
  return page === 'list' ? may.list : may.read
}

function titleIn({ label }: ResourceDescriptor, page: RecordPageName): string {
  if (page === 'new') return label.new
  return page === 'list' ? label.many : label.one
}
