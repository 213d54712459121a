import { api, type TimedOut } from '../../api/client.ts'
import { forgetAnswers } from '../../api/query-client.ts'
import { isTimedOut } from '../../api/timeout.ts'
import { storeTokens, type Tokens } from '../../api/tokens.ts'

export type Credentials = { email: string; password: string } | { recover_code: string }

/** Logs in; false when the server gave no tokens. */
export async function logIn(credentials: Credentials): Promise<boolean> {
  return beginSession(await api.post<Tokens | undefined>('auth', credentials))
}

/** Asks for a message with a link that logs in. */
export function requestLink(email: string): Promise<unknown> {
  return api.post('auth', { email, recover_password: true })
}

/** Begins the session of these tokens; nothing that another person was told stays. */
export function beginSession(tokens: Tokens | TimedOut | undefined): boolean {
  if (isTimedOut(tokens) || !tokens?.access) return false
  forgetAnswers()
  storeTokens({ access: tokens.access, refresh: tokens.refresh })
  return true
}
