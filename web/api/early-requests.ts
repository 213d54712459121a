import { requestHeaders } from './tokens.ts'

/**
 * Requests sent before the application's code has loaded; the client takes their responses instead of sending
 * them again. This module is inlined in the page: it must import nothing heavy.
 */
const apiPath = '/api/'

declare global {
  interface Window {
    /** By URL. Shared by the script inlined in the page and by the application. */
    earlyRequests?: Map<string, EarlyRequest>
  }
}

const sent: Map<string, EarlyRequest> = (window.earlyRequests ??= new Map<string, EarlyRequest>())

interface EarlyRequest {
  answer: Promise<{ text: string; response: Response }>
  token: string | null
  sent: number
  isTaken?: boolean
}

const rememberedKey = 'firstList:'

/** Sends a GET request, unless it was sent before. Its answer stays readable after it was taken. */
export function sendEarlyRequest(path: string): void {
  const token = localStorage.getItem('authentication')
  const url = new URL(apiPath + path, location.origin).href
  if (sent.has(url)) return
  const answer = fetchText(url, requestHeaders(token))
  answer.catch(() => undefined)
  sent.set(url, { answer, token, sent: performance.now() })
}

/** The explainer with the fields of one resource: what the first screen of a list needs. */
export const explainerPart = (resource: string) => `explainer?_resource=${resource}`

/** Paths of the early requests that nobody took, relative to `/api/`. */
export function earlyPaths(): string[] {
  const start = new URL(apiPath, location.origin).href
  return [...sent].flatMap(([url, { isTaken }]) => (isTaken ? [] : [url.slice(start.length)]))
}

/** Path of the part of the explainer that was requested early, until it is taken. */
export function earlyExplainerPart(): string | undefined {
  return earlyPaths().find((path) => path.startsWith(explainerPart('')))
}

/** Returns the body of an early request, taken or not, without taking it. Throws when there is none or it was refused. */
export async function readEarlyAnswer<Body>(path: string): Promise<Body> {
  const answer = await sent.get(new URL(apiPath + path, location.origin).href)?.answer
  if (!answer?.response.ok) throw new Error('no early answer')
  return JSON.parse(answer.text) as Body
}

/** Takes the early response to this URL: only once, within 10 seconds, and only with the same token. */
export function takeEarlyResponse(url: string, token: string | null): Promise<Response> | undefined {
  const early = sent.get(url)
  if (!early || early.isTaken) return undefined
  early.isTaken = true
  if (early.token !== token || performance.now() - early.sent >= 10_000) return undefined
  return early.answer.then(({ text, response: { status, headers } }) => {
    const mayHoldText = status !== 204 && status !== 304
    return new Response(mayHoldText ? text : null, { status, headers })
  })
}

async function fetchText(
  url: string,
  headers: Record<string, string>,
): Promise<{ text: string; response: Response }> {
  const response = await fetch(url, { headers })
  return { text: await response.text(), response }
}

/** Remembers the first list of the current address, so that a reload can request it early. */
export function rememberFirstList(path: string): void {
  sessionStorage.setItem(rememberedKey + location.pathname + location.search, path)
}

export function rememberedFirstList(): string | null {
  return sessionStorage.getItem(rememberedKey + location.pathname + location.search)
}
