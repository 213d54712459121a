import { roles } from '@agremia/resources/access.ts'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import type { AppRoute, MenuEntry, RecordPageName, Screen } from './app-route.ts'

interface RecordRoutesSetup {
  path: string
  menu?: MenuEntry
  /** Screens that replace the generic ones. */
  screens?: Partial<Record<RecordPageName, Screen>>
}

/** Routes of a resource's list, new record and record; title and access come from the definition. */
export function recordRoutes(
  resource: ResourceName,
  { newSegment = 'novo', ...setup }: RecordRoutesSetup & { newSegment?: 'novo' | 'nova' | 'new' },
): [list: AppRoute, newRecord: AppRoute, record: AppRoute] {
  const newPath = `${setup.path}/${newSegment}`
  const { list, route } = routesOf(resource, setup, newPath)
  return [list, route('new', newPath), route('record', `${setup.path}/:id/:tab?`)]
}

/** The same of records that have no page on which one is entered: their list offers none. */
export function keptRecordRoutes(
  resource: ResourceName,
  setup: RecordRoutesSetup,
): [list: AppRoute, record: AppRoute] {
  const { list, route } = routesOf(resource, setup, undefined)
  return [list, route('record', `${setup.path}/:id/:tab?`)]
}

function routesOf(resource: ResourceName, setup: RecordRoutesSetup, newPath: string | undefined) {
  const { path, menu, screens = {} } = setup
  const genericScreen = (page: RecordPageName): Screen => {
    return async () => {
      const { recordScreens } = await import('./record-screens.tsx')
      return { default: recordScreens(resource, newPath)[page] }
    }
  }
  const route = (page: RecordPageName, address: string): AppRoute => ({
    path: address,
    title: '',
    who: roles,
    screen: screens[page] ?? genericScreen(page),
    of: { resource, page },
    ...(page === 'record' && { shows: resource }),
  })
  return { list: { ...route('list', path), ...(menu && { menu: { ...menu, resource } }) }, route }
}
