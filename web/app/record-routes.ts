import type { Explainer, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { AppRoute, MenuEntry, Screen } from './routes.ts'

type RecordPageName = 'list' | 'new' | 'record'

/** The page of a resource that a route shows: its title is the resource's word for it, and who may be there is who may do it. */
export interface RecordRoute {
  resource: string
  page: RecordPageName
}

interface RecordRoutesSetup {
  path: string
  /** The end of the address of a new one. */
  fresh?: 'novo' | 'nova'
  menu?: MenuEntry
  /** Screens in the place of those that are drawn from the definition. */
  screens?: Partial<Record<RecordPageName, Screen>>
}

/** The list of a resource, its new record and its record, with titles and access from the definition. */
export function recordRoutes(resource: string, setup: RecordRoutesSetup): AppRoute[] {
  const { path, fresh = 'novo', menu, screens = {} } = setup
  const newPath = `${path}/${fresh}`
  const plain = (page: RecordPageName): Screen => {
    return async () => {
      const { recordScreens } = await import('./record-screens.tsx')
      return { default: recordScreens(resource, path, newPath)[page] }
    }
  }
  const route = (page: RecordPageName, address: string): AppRoute => ({
    path: address,
    title: '',
    who: ['admin', 'editor', 'member'],
    screen: screens[page] ?? plain(page),
    of: { resource, page },
  })
  return [
    { ...route('list', path), ...(menu && { menu: { ...menu, resource } }) },
    route('new', newPath),
    route('record', `${path}/:id/:tab?`),
  ]
}

/** The table with what the explainer says of the routes of resources; until it has come, those have no title and no place in the menu. */
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
