import { roles } from '@agremia/resources/access.ts'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import type { AppRoute, MenuEntry, RecordPageName, Screen } from './app-route.ts'

interface RecordRoutesSetup {
  path: string
  /** Last segment of the path of a new record. */
  newSegment?: 'novo' | 'nova' | 'new'
  menu?: MenuEntry
  /** Screens that replace the generic ones. */
  screens?: Partial<Record<RecordPageName, Screen>>
}

/** Routes of a resource's list, new record and record; title and access come from the definition. */
export function recordRoutes(
  resource: ResourceName,
  setup: RecordRoutesSetup,
): [list: AppRoute, newRecord: AppRoute, record: AppRoute] {
  const { path, newSegment = 'novo', menu, screens = {} } = setup
  const newPath = `${path}/${newSegment}`
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
  return [
    { ...route('list', path), ...(menu && { menu: { ...menu, resource } }) },
    route('new', newPath),
    route('record', `${path}/:id/:tab?`),
  ]
}
