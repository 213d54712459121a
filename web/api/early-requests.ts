import { requestHeaders } from './request-headers.ts'

/**
 * Requests sent before the application's own code has arrived. The client takes their answers as if it had just
 * sent them. Nothing here may import anything heavy: the page itself carries it.
 */
const apiPath = '/api/'

declare global {
  interface Window {
    /** By address: what the page sent and what the application sends is known to both. */
    earlyRequests?: Map<string, Early>
  }
}

const waiting: Map<string, Early> = (window.earlyRequests ??= new Map<string, Early>())

interface Early {
  answer: Promise<{ text: string; response: Response }>
  token: string | null
  sent: number
}

const rememberedKey = 'firstList:'

/** Asks once, however often it is said. */
export function sendEarly(path: string): void {
  const token = localStorage.getItem('authentication')
  const url = new URL(apiPath + path, location.origin).href
  if (waiting.has(url)) return
  const answer = ask(url, requestHeaders(token))
  answer.catch(() => undefined)
  waiting.set(url, { answer, token, sent: performance.now() })
}

/** What an early request answers, while the client may still take it. Throws when it is refused. */
export async function earlyAnswer<Body>(path: string): Promise<Body> {
  const answer = await waiting.get(new URL(apiPath + path, location.origin).href)?.answer
  if (!answer?.response.ok) throw new Error('no early answer')
  return JSON.parse(answer.text) as Body
}

/** The early answer to this request, once, and only if it was asked with the same token. */
export function takeEarly(url: string, token: string | null): Promise<Response> | undefined {
  const early = waiting.get(url)
  if (!early) return undefined
  waiting.delete(url)
  if (early.token !== token || performance.now() - early.sent >= 10_000) return undefined
  return early.answer.then(({ text, response: { status, headers } }) => {
    const mayHoldText = status !== 204 && status !== 304
    return new Response(mayHoldText ? text : null, { status, headers })
  })
}

async function ask(
  url: string,
  headers: Record<string, string>,
): Promise<{ text: string; response: Response }> {
  const response = await fetch(url, { headers })
  return { text: await response.text(), response }
}

/** What the current address listed the last time, so that a reload asks for it at once. */
export function rememberFirstList(path: string): void {
  sessionStorage.setItem(rememberedKey + location.pathname + location.search, path)
}

export function rememberedFirstList(): string | null {
  return sessionStorage.getItem(rememberedKey + location.pathname + location.search)
}
