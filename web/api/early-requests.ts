/**
 * Requests sent before the application's own code has arrived. The client takes their answers as if it had just
 * sent them. Nothing here may import anything heavy.
 */
const apiPath = '/api/'
const waiting = new Map<string, { response: Promise<Response>; token: string | null; sent: number }>()
const rememberedKey = 'firstList:'

export function sendEarly(path: string): void {
  const token = localStorage.getItem('authentication')
  const url = new URL(apiPath + path, location.origin).href
  const headers = new Headers({ accept: 'application/json', 'calling-url': location.href })
  if (token) headers.set('authorization', `Bearer ${token}`)
  const response = fetch(url, { headers })
  response.catch(() => undefined)
  waiting.set(url, { response, token, sent: performance.now() })
}

/** What an early request answers, while the client may still take it. Throws when it is refused. */
export async function earlyAnswer<Body>(path: string): Promise<Body> {
  const response = await waiting.get(new URL(apiPath + path, location.origin).href)?.response
  if (!response?.ok) throw new Error('no early answer')
  return (await response.clone().json()) as Body
}

/** The early answer to this request, once, and only if it was asked with the same token. */
export function takeEarly(url: string, token: string | null): Promise<Response> | undefined {
  const early = waiting.get(url)
  if (!early) return undefined
  waiting.delete(url)
  return early.token === token && performance.now() - early.sent < 10_000 ? early.response : undefined
}

/** What the current address listed the last time, so that a reload asks for it at once. */
export function rememberFirstList(path: string): void {
  sessionStorage.setItem(rememberedKey + location.pathname + location.search, path)
}

export function rememberedFirstList(): string | null {
  return sessionStorage.getItem(rememberedKey + location.pathname + location.search)
}
