import { isApiError } from '../../api/client.ts'
import type { AppRoute } from '../routes.ts'
import { matchRoute } from '../match-route.ts'

export interface Report {
  /** What happened, in the words of the catalogue of failures; never the server's, which may name people. */
  message: string
  level: 'error' | 'warning'
  tags: Record<string, string>
}

/**
 * The report of an operation that the server refused; undefined for what needs none: contact lost and a session that
 * ended have their own signs, a record that is not there counts as empty, and refusals without a name are told to
 * the person, who mends them.
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

/** Whether an error that nobody expected is told: not what was called off, nor what the server answered. */
export function isReported(error: unknown): boolean {
  if (isApiError(error)) return false
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return name !== 'AbortError' && name !== 'NoAnswerYet'
}

/** What is being sent, with every address in it as it may be told and elements without their titles, however deep. */
export function withPlainAddresses(value: unknown, routes: readonly AppRoute[]): unknown {
  if (typeof value === 'string')
    return value.replace(addresses, (address) => plainAddress(address, routes)).replace(attributes, '[$1]')
  if (Array.isArray(value)) return value.map((each) => withPlainAddresses(each, routes))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/query|fragment/i.test(name))
      .map(([name, each]) => [name, withPlainAddresses(each, routes)]),
  )
}

/** In the name of an element: `span[title="Maria Silva"]`. */
const attributes = /\[([\w-]+)="[^"]*"\]/g
const addresses = /https?:\/\/[^\s"'<>()]+|(?<![^\s"'(])\/[^\s"'<>()]+/g

/** An address as it may be told: the pattern of its route, without the records, codes and searches that it holds. */
export function plainAddress(address: string, routes: readonly AppRoute[]): string {
  if (!URL.canParse(address, location.origin)) return ''
  const { origin, pathname } = new URL(address, location.origin)
  if (origin !== location.origin) return origin
  const api = /^\/api\/(\w+)/.exec(pathname)
  if (api) return `/api/${api[1]}`
  if (pathname.startsWith('/assets/')) return pathname
  return matchRoute(routes, pathname)?.path ?? '/:path'
}
