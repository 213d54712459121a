import type { Screen } from '../looks/screen-walk.ts'

/** Captures folder and file of a screen. */
const fileOf = /screens\/([\w-]+)\/([\w-]+)\.tsx/

/**
 * Whether a screen belongs to an area: a folder of `web/screens` or the start of its name (`cards` includes `card-editor`),
 * `settings`, or `public` for the screens of visitors.
 */
export function isOfArea({ path, route }: Pick<Screen, 'path' | 'route'>, area: string): boolean {
  if (area === '') return true
  const [, folder = '', file = ''] = fileOf.exec(String(route?.screen)) ?? []
  if (area === 'public') return route?.who === 'everyone'
  if (area === 'settings') return /settings/.test(file) || path.startsWith('/configuracao')
  return folder.startsWith(area.replace(/s$/, ''))
}
