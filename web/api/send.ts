import { ApiError, type FieldErrors, requestFailed } from './api-error.ts'
import { takeEarlyResponse } from './early-requests.ts'
import { endSession, isSessionReplaced, leaveForTwoSteps, refreshSession } from './refresh.ts'
import { accessToken, refreshToken, requestHeaders } from './tokens.ts'
import { markUnreachable, publishResponseTime } from './server-status.ts'
import { isTimedOut, isTimeoutError, type TimedOut, timedOut, withTimeout } from './timeout.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path relative to `/api/`, without a leading slash. */
  path: string
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** In milliseconds, instead of `requestTimeout`. */
  timeout?: number | undefined
  /** The answer has the tokens of a new session. */
  replacesSession?: boolean
}

export interface Answer {
  status: number
  body: unknown
}

export const requestTimeout = 10_000

/**
 * Sends a request as the logged-in person. Throws `ApiError` for refusals and lost contact, `AbortError` when
 * aborted.
 */
export async function send(call: Call): Promise<Answer | TimedOut> {
  const answer = await sendAuthenticated((token) => attempt(call, token), call)
  if (isTimedOut(answer)) return answer
  if (answer.status < 400) {
    announceChanges(answer.changed)
    return answer
  }
  const error = errorOf(answer.status, answer.body, answer.retryAfter)
  if (error.code === 'twoStepsRequired') leaveForTwoSteps()
  throw error
}

/** The error of a refused request; its message comes from the server and is shown to the person. */
export function errorOf(status: number, body: unknown, retryAfter?: number): ApiError {
  const errorBody: ErrorBody = isObject(body) ? body : {}
  return new ApiError(status, errorBody.message ?? requestFailed, {
    errors: errorBody.errors,
    code: errorBody.code,
    data: errorBody.data,
    retryAfter,
  })
}

interface ErrorBody {
  message?: string
  errors?: FieldErrors
  code?: string
  data?: unknown
}

let onChanged: ((resources: readonly string[]) => void) | undefined

/** Calls the function with the resources that each write changed, as its answer says. */
export function listenForChanges(listener: typeof onChanged): void {
  onChanged = listener
}

/** The header in which an answer names the resources that a write changed. */
export const changedHeader = 'x-changed'

/** Calls the listener with the resources of an answer's `changedHeader`. */
export function announceChanges(header: string | null): void {
  if (header) onChanged?.(header.split(','))
}

interface Attempt extends Answer {
  changed: string | null
  retryAfter: number | undefined
}

async function attempt(call: Call, token: string | null): Promise<Attempt> {
  const url = new URL(`/api/${call.path}`, location.origin).href
  const started = performance.now()
  const response = await withTimeout(
    call.timeout ?? requestTimeout,
    (signal) =>
      (call.method === 'GET' && takeEarlyResponse(url, token)) ||
      fetch(url, {
        method: call.method,
        headers: {
          ...requestHeaders(token),
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
          ...call.headers,
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        signal: call.signal ? AbortSignal.any([call.signal, signal]) : signal,
      }),
  )
  const text = await response.text()
  publishResponseTime(performance.now() - started)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    status: response.status,
    body: parse(text),
    changed: response.headers.get(changedHeader),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  }
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

/** One attempt to send the request, with the given access token. */
type SendAttempt<Answer> = (token: string | null) => Promise<Answer>

/**
 * Sends a request as the logged-in person. A 401 is retried once after a token refresh, and ends the session
 * when the refresh is refused. Lost contact marks the server unreachable and throws an `ApiError`. An aborted
 * request throws `AbortError`.
 */
export async function sendAuthenticated<Answer extends { status: number }>(
  sendAttempt: SendAttempt<Answer>,
  { replacesSession = false }: Pick<Call, 'replacesSession'> = {},
): Promise<Answer | TimedOut> {
  try {
    const token = accessToken()
    const response = await sendAttempt(token)
    const hasSession = token !== null || refreshToken() !== null
    const final =
      response.status === 401 && hasSession
        ? await retryAfterRefresh(sendAttempt, token, response, replacesSession)
        : response
    if (!isTimedOut(final) && final.status >= 502 && final.status <= 504) markUnreachable()
    return final
  } catch (error) {
    if (isTimeoutError(error)) return timedOut
    if (error instanceof ApiError || isAbort(error)) throw error
    throw lostContact()
  }
}

/** Marks the server unreachable and returns the error to throw. */
export function lostContact(message = 'Sem contacto com o servidor.'): ApiError {
  markUnreachable()
  return new ApiError(0, message, { code: 'network' })
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

async function retryAfterRefresh<Answer>(
  sendAttempt: SendAttempt<Answer>,
  staleToken: string | null,
  refused: Answer,
  replacesSession: boolean,
): Promise<Answer | TimedOut> {
  switch (await refreshSession(staleToken)) {
    case 'refreshed':
      return sendAttempt(accessToken())
    case 'ended':
      if (!replacesSession && (await isSessionReplaced(staleToken))) return sendAttempt(accessToken())
      endSession()
      return refused
    case 'timedOut':
      return timedOut
    case 'unknown':
      throw lostContact()
  }
}
