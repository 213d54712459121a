import { scopedResources } from '@agremia/resources/api-scopes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Open to everybody: an invalid token counts as a visitor instead of a 401. */
    open?: boolean
    /** What a secret needs for the route, as `members:read`; default: by its address. `null`: for people alone. */
    scope?: string | null
  }
}

const scopePaths = new Set(scopedResources().map(({ path }) => path))
/** Requests with a body that only read. */
const readingPosts = /\/(export|validate|preview|left_out)$/

/** What a secret needs for the request; undefined when the route is for people alone. */
export function routeScope({ method, url = '', config }: ScopedRoute): string | undefined {
  if (config?.scope !== undefined) return config.scope ?? undefined
  const words = url.split('/').filter((word) => word !== '' && word !== 'api')
  // Of a nested route, the resource of its records.
  const path = words.findLast((word) => scopePaths.has(word))
  if (path === undefined || !scopePaths.has(words[0] ?? '')) return undefined
  const reads = method === 'GET' || method === 'HEAD' || readingPosts.test(url)
  return `${path}:${reads ? 'read' : 'write'}`
}

interface ScopedRoute {
  method: string
  url?: string
  config?: { scope?: string | null }
}
