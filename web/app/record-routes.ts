import type { Explainer, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { AppRoute, MenuEntry, Screen } from './routes.ts'

type RecordPageName = 'list' | 'new' | 'record'

/** A route of a resource: the definition gives its title and access. */
export interface RecordRoute {
  resource: string
  page: RecordPageName
}

interface RecordRoutesSetup {
  path: string
  /** Last segment of the path of a new record. */
  newSegment?: 'novo' | 'nova'
  menu?: MenuEntry
  /** Screens that replace the generic ones. */
  screens?: Partial<Record<RecordPageName, Screen>>
}

/** Routes of a resource's list, new record and record; title and access come from the definition. */
export function recordRoutes(resource: string, setup: RecordRoutesSetup): AppRoute[] {
  const { path, newSegment = 'novo', menu, screens = {} } = setup
  const newPath = `${path}/${newSegment}`
  const genericScreen = (page: RecordPageName): Screen => {
    return async () => {
      const { recordScreens } = await import('./record-screens.tsx')
      return { default: recordScreens(resource, path, newPath)[page] }
    }
  }
  const route = (page: RecordPageName, address: string): AppRoute => ({
    path: address,
    title: '',
    who: ['admin', 'editor', 'member'],
    screen: screens[page] ?? genericScreen(page),
    of: { resource, page },
  })
  return [
    { ...route('list', path), ...(menu && { menu: { ...menu, resource } }) },
    route('new', newPath),
    route('record', `${path}/:id/:tab?`),
  ]
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

function mayOpen({ may }: ResourceDescriptor, page: RecordPageName): boolean {
  if (page === 'new') return may.create
  return page === 'list' ? may.list : may.read
}

function titleIn({ label }: ResourceDescriptor, page: RecordPageName): string {
  if (page === 'new') return label.new
  return page === 'list' ? label.many : label.one
}
