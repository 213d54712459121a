import { ApiError } from './api-error.ts'
import { isTimeoutError } from './in-time.ts'
import { endSession, refreshSession } from './refresh.ts'
import { markUnreachable } from './server-status.ts'
import { isTimedOut, timedOut, type TimedOut } from './timed-out.ts'
import { accessToken, refreshToken } from './tokens.ts'

/** One question to the server, whichever way it travels, as whoever has the token. */
type Ask<Answer> = (token: string | null) => Promise<Answer>

/**
 * Asks as the person who is logged in, by the rules of every call: a 401 is tried again once, after a refresh, and
 * ends the session when that is refused; lost contact is marked and thrown as an `ApiError`. An aborted question throws
 * `AbortError`.
 */
export async function askAsCaller<Answer extends { status: number }>(
  ask: Ask<Answer>,
): Promise<Answer | TimedOut> {
  try {
    const token = accessToken()
    const answer = await ask(token)
    const isSomebody = token !== null || refreshToken() !== null
    const last = answer.status === 401 && isSomebody ? await askRefreshed(ask, token, answer) : answer
    if (!isTimedOut(last) && last.status >= 502 && last.status <= 504) markUnreachable()
    return last
  } catch (error) {
    if (isTimeoutError(error)) return timedOut
    if (error instanceof ApiError || isAbort(error)) throw error
    throw lostContact()
  }
}

/** Marks the server as out of reach, and says so to whoever asked. */
export function lostContact(message = 'Sem contacto com o servidor.'): ApiError {
  markUnreachable()
  return new ApiError(0, message, { code: 'network' })
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

async function askRefreshed<Answer>(
  ask: Ask<Answer>,
  staleToken: string | null,
  refused: Answer,
): Promise<Answer | TimedOut> {
  switch (await refreshSession(staleToken)) {
    case 'refreshed':
      return ask(accessToken())
    case 'ended':
      endSession()
      return refused
    case 'timedOut':
      return timedOut
    case 'unknown':
      throw lostContact()
  }
}
