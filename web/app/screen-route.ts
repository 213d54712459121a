import { roles, staffRoles, writerRoles } from '@agremia/resources/access.ts'
import type { AppRoute, Screen } from './app-route.ts'

type More = Omit<AppRoute, 'path' | 'title' | 'who' | 'screen'>

const routeFor = (who: AppRoute['who'], shared: More = {}) => {
  return (path: string, title: string, screen: Screen, more: More = {}): AppRoute => ({
    path,
    title,
    who,
    screen,
    ...shared,
    ...more,
  })
}

/** The route of a screen, by who may enter it. */
export const staffRoute = routeFor(staffRoles)
export const writerRoute = routeFor(writerRoles)
export const adminRoute = routeFor(['admin'])
export const signedInRoute = routeFor(roles)
/** Visitors enter it too; it is drawn without the menu. */
export const publicRoute = routeFor('everyone', { bare: true })
