import { api, type TimedOut } from '../../api/client.ts'
import { forgetAnswers } from '../../api/query-client.ts'
import { isTimedOut } from '../../api/timed-out.ts'
import { storeTokens, type Tokens } from '../../api/tokens.ts'

export type Credentials = { email: string; password: string } | { recover_code: string }

/** Logs in. Returns false if the response has no tokens. */
export async function logIn(credentials: Credentials): Promise<boolean> {
  return beginSession(await api.post<Tokens | undefined>('auth', credentials))
}

/** Requests an email with a link that logs in. */
export function requestLink(email: string): Promise<unknown> {
  return api.post('auth', { email, recover_password: true })
}

/** Stores the tokens and clears the cache, which may hold data of another user. Returns false without tokens. */
export function beginSession(tokens: Tokens | TimedOut | undefined): boolean {
  if (isTimedOut(tokens) || !tokens?.access) return false
  forgetAnswers()
  storeTokens({ access: tokens.access, refresh: tokens.refresh })
  return true
}
