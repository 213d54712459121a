import { vi, type Mock } from 'vitest'
import { queryClient } from './query-client.ts'
import { storeFields } from './record-body.ts'
import { markReachable } from './server-status.ts'
import type { TokenClaims } from './tokens.ts'

export interface FakeRequest {
  method: string
  path: string
  headers: Headers
  body: unknown
  signal: AbortSignal
}

type Answering = (request: FakeRequest) => Response | Promise<Response>

/** Replaces `fetch`. Each request goes to `answer` and is recorded in order. */
export function fakeServer(answer: Answering): { requests: FakeRequest[]; fetch: Mock } {
  const requests: FakeRequest[] = []
  const fetch = vi.fn(async (target: Request | string, init?: RequestInit) => {
    const input = target instanceof Request ? target : new Request(new URL(target, location.href), init)
    const { pathname, search } = new URL(input.url)
    const text = await input.clone().text()
    const request: FakeRequest = {
      method: input.method,
      path: pathname.replace('/api/', '') + search,
      headers: input.headers,
      body: text === '' ? undefined : JSON.parse(text),
      signal: input.signal,
    }
    requests.push(request)
    return abortable(Promise.resolve(answer(request)), input.signal)
  })
  vi.stubGlobal('fetch', fetch)
  return { requests, fetch }
}

export function jsonResponse(body: unknown, status = 200): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), { status })
}

/** A response that never arrives. */
export function neverRespond(): Promise<Response> {
  return new Promise(() => undefined)
}

/** An unsigned token with these claims: the client does not verify signatures. */
export function fakeToken(claims: Partial<TokenClaims> = {}): string {
  const encode = (value: unknown) =>
    btoa(unescape(encodeURIComponent(JSON.stringify(value)))).replaceAll('=', '')
  return [encode({ alg: 'none' }), encode({ iat: 0, exp: 4_000_000_000, ...claims }), 'x'].join('.')
}

/** Opens an empty page at `/`, without storage, cached data and early requests. */
export function resetBrowser(): void {
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
  window.earlyRequests?.clear()
  queryClient.clear()
  markReachable()
  storeFields({ data: {}, resources: {} })
}

function abortable(response: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(new DOMException('Aborted', 'AbortError'))
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    response.then(resolve, reject)
  })
}
