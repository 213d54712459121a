import { ApiError } from './api-error.ts'
import { isTimeoutError } from './in-time.ts'
import { endSession, refreshSession } from './refresh.ts'
import { markUnreachable } from './server-status.ts'
import { isTimedOut, timedOut, type TimedOut } from './timed-out.ts'
import { accessToken, refreshToken } from './tokens.ts'

/** One attempt to send the request, with the given access token. */
type SendAttempt<Answer> = (token: string | null) => Promise<Answer>

/**
 * Sends a request as the logged-in person. A 401 is retried once after a token refresh, and ends the session
 * when the refresh is refused. Lost contact marks the server unreachable and throws an `ApiError`. An aborted
 * request throws `AbortError`.
 */
export async function sendAuthenticated<Answer extends { status: number }>(
  attempt: SendAttempt<Answer>,
): Promise<Answer | TimedOut> {
  try {
    const token = accessToken()
    const response = await attempt(token)
    const hasSession = token !== null || refreshToken() !== null
    const final =
      response.status === 401 && hasSession ? await retryAfterRefresh(attempt, token, response) : response
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
  attempt: SendAttempt<Answer>,
  staleToken: string | null,
  refused: Answer,
): Promise<Answer | TimedOut> {
  switch (await refreshSession(staleToken)) {
    case 'refreshed':
      return attempt(accessToken())
    case 'ended':
      endSession()
      return refused
    case 'timedOut':
      return timedOut
    case 'unknown':
      throw lostContact()
  }
}
