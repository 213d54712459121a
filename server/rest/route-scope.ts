import { scopedResources } from '@agremia/resources/api-scopes.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { resourcePath } from '@agremia/resources/paths.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Open to everybody: an invalid token counts as a visitor instead of a 401. */
    open?: boolean
    /** What a secret needs for the route, as `members:read`, all of a list; default: by its address. `null`: for people alone. */
    scope?: string | readonly string[] | null
  }
}

const scopePaths = new Set(scopedResources().map(({ path }) => path))
const resourcePaths = new Set(allDefinitions.map(({ name }) => resourcePath(name)))
/** Requests with a body that only read. */
const readingPosts = /\/(export|validate|preview|left_out)$/

/** All that a secret needs for the request; undefined when the route is for people alone. */
export function routeScopes({ method, url = '', config }: ScopedRoute): readonly string[] | undefined {
  if (config?.scope !== undefined) return config.scope === null ? undefined : [config.scope].flat()
  const words = url.split('/').filter((word) => word !== '' && word !== 'api')
  // The last resource of a nested route is that of its records. Programs read no histories, whatever they are about.
  const path = words.findLast((word) => resourcePaths.has(word))
  if (path === undefined || !scopePaths.has(path) || !scopePaths.has(words[0] ?? '')) return undefined
  const reads = method === 'GET' || method === 'HEAD' || readingPosts.test(url)
  return [`${path}:${reads ? 'read' : 'write'}`]
}

interface ScopedRoute {
  method: string
  url?: string
  config?: { scope?: string | readonly string[] | null }
}
