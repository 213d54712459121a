import { isApiError } from '../../api/client.ts'
import { matchRoute } from '../match-route.ts'
import type { AppRoute } from '../app-route.ts'

export interface Report {
  /** Name of the operation; never the server's message, which may name people. */
  message: string
  level: 'error' | 'warning'
  tags: Record<string, string>
}

/**
 * The report of a refused operation. Undefined for lost contact and ended sessions (shown otherwise), missing
 * records (treated as empty) and refusals without an operation name (the person corrects the input).
 */
export function reportOfFailure(error: unknown): Report | undefined {
  if (!isApiError(error) || error.failure === undefined) return undefined
  const { status, failure, code } = error
  if (status === 401 || status === 404 || code === 'network') return undefined
  return {
    message: failure,
    level: status >= 400 && status < 500 ? 'warning' : 'error',
    tags: { status: String(status), ...(code !== undefined && { code }) },
  }
}

/** Whether an unexpected error is reported; not aborted requests and refusals. */
export function isReported(error: unknown): boolean {
  if (isApiError(error)) return false
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return name !== 'AbortError' && name !== 'NoAnswerYet'
}

/**
 * Replaces every address at any depth by its route pattern, removes attribute values of element names, and
 * drops query strings and fragments.
 */
export function sanitiseAddresses(value: unknown, routes: readonly AppRoute[]): unknown {
  if (typeof value === 'string')
    return value.replace(addresses, (address) => sanitiseAddress(address, routes)).replace(attributes, '[$1]')
  if (Array.isArray(value)) return value.map((each) => sanitiseAddresses(each, routes))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/query|fragment/i.test(name))
      .map(([name, each]) => [name, sanitiseAddresses(each, routes)]),
  )
}

/** Attributes in element names: `span[title="Maria Silva"]`. */
const attributes = /\[([\w-]+)="[^"]*"\]/g
const addresses = /https?:\/\/[^\s"'<>()]+|(?<![^\s"'(])\/[^\s"'<>()]+/g

/** The route pattern of an address, without ids, codes and searches; for other origins, the origin. */
export function sanitiseAddress(address: string, routes: readonly AppRoute[]): string {
  if (!URL.canParse(address, location.origin)) return ''
  const { origin, pathname } = new URL(address, location.origin)
  if (origin !== location.origin) return origin
  const api = /^\/api\/(\w+)/.exec(pathname)
  if (api) return `/api/${api[1]}`
  if (pathname.startsWith('/assets/')) return pathname
  return matchRoute(routes, pathname)?.path ?? '/:path'
}
