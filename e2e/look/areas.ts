import type { Screen } from '../screen-walk.ts'

/** The folder and the file of a route's screen. */
const fileOf = /screens\/([\w-]+)\/([\w-]+)\.tsx/

/**
 * Whether a screen is of an area: a folder of `web/screens` or the beginning of its name (`cards` has `card-editor` too), `settings`,
 * or `public`, which is what everybody may see.
 */
export function isOfArea({ path, route }: Pick<Screen, 'path' | 'route'>, area: string): boolean {
  if (area === '') return true
  const [, folder = '', file = ''] = fileOf.exec(String(route?.screen)) ?? []
  if (area === 'public') return route?.who === 'everyone'
  if (area === 'settings') return /settings/.test(file) || path.startsWith('/configuracao')
  return folder.startsWith(area.replace(/s$/, ''))
}
