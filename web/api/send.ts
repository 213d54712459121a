import ky, { isTimeoutError } from 'ky'
import { ApiError, type FieldErrors } from './api-error.ts'
import { takeEarly } from './early-requests.ts'
import { endSession, refreshSession } from './refresh.ts'
import { markUnreachable, publishResponseTime } from './server-status.ts'
import { timedOut, type TimedOut } from './timed-out.ts'
import { accessToken, refreshToken } from './tokens.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below `/api/`, without a leading slash. */
  path: string
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

export interface Answer {
  status: number
  body: unknown
}

export const requestTimeout = 10_000

/**
 * Sends one call as the person who is logged in. A 401 is tried again once, after a refresh. Throws `ApiError` for
 * refusals and lost contact, and `AbortError` when the signal aborts it.
 */
export async function send(call: Call): Promise<Answer | TimedOut> {
  try {
    const token = accessToken()
    const answer = await attempt(call, token)
    if (answer.status !== 401 || refreshToken() === null) return accepted(answer)
    return await sendRefreshed(call, token, answer)
  } catch (error) {
    if (isTimeoutError(error)) return timedOut
    if (error instanceof ApiError || isAbort(error)) throw error
    markUnreachable()
    throw new ApiError(0, 'Sem contacto com o servidor.', { code: 'network' })
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** The error that an answer stands for; its message is the server's, meant to be shown. */
export function errorOf(status: number, body: unknown, retryAfter?: number): ApiError {
  const said: ErrorBody = isObject(body) ? body : {}
  return new ApiError(status, said.message ?? 'Não foi possível concluir o pedido.', {
    errors: said.errors,
    code: said.code,
    data: said.data,
    retryAfter,
  })
}

interface ErrorBody {
  message?: string
  errors?: FieldErrors
  code?: string
  data?: unknown
}

interface Attempt extends Answer {
  retryAfter: number | undefined
}

const client = ky.create({ retry: 0, timeout: requestTimeout, throwHttpErrors: false })

async function sendRefreshed(
  call: Call,
  staleToken: string | null,
  refused: Attempt,
): Promise<Answer | TimedOut> {
  switch (await refreshSession(staleToken)) {
    case 'refreshed':
      return accepted(await attempt(call, accessToken()))
    case 'ended':
      endSession()
      throw errorOf(refused.status, refused.body)
    case 'unknown':
      markUnreachable()
      throw new ApiError(0, 'Sem contacto com o servidor.', { code: 'network' })
  }
}

async function attempt(call: Call, token: string | null): Promise<Attempt> {
  const url = new URL(`/api/${call.path}`, location.origin).href
  const started = performance.now()
  const response = await client(url, {
    method: call.method,
    headers: {
      accept: 'application/json',
      'calling-url': location.href,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { json: call.body }),
    ...(call.signal ? { signal: call.signal } : {}),
    fetch: (input, init) => (call.method === 'GET' && takeEarly(url, token)) || fetch(input, init),
  })
  const text = await response.text()
  publishResponseTime(performance.now() - started)
  if (response.status >= 502 && response.status <= 504) markUnreachable()
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    status: response.status,
    body: parse(text),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  }
}

function accepted(answer: Attempt): Answer {
  if (answer.status >= 400) throw errorOf(answer.status, answer.body, answer.retryAfter)
  return answer
}

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null
}
