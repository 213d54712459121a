import { useEffect } from 'react'
import { api, type TimedOut } from '../../api/client.ts'
import { useSession } from '../../api/queries.ts'
import { clearQueryCache } from '../../api/query-client.ts'
import { takeReturnPath } from '../../api/browser-storage.ts'
import { isTimedOut } from '../../api/timeout.ts'
import { forgetTokens, refreshToken, storeTokens, type Tokens } from '../../api/tokens.ts'
import { homeOf } from '../../paths/account.ts'
import { useNavigate } from '../../ui/router.tsx'

/** `code`: of the second step. */
type Credentials = ({ email: string; password: string } | { recover_code: string }) & { code?: string }

/** Logs in. Returns false if the response has no tokens. */
export async function logIn(credentials: Credentials): Promise<boolean> {
  return beginSession(await api.post<Tokens | undefined>('auth', credentials))
}

/** Requests an email with a link that logs in. */
export function requestLink(email: string): Promise<unknown> {
  return api.post('auth', { email, recover_password: true })
}

/** Stores the tokens, instead of a former session, and clears the cache, which may hold data of another user. Returns false without tokens. */
export function beginSession(tokens: Tokens | TimedOut | undefined): boolean {
  if (isTimedOut(tokens) || !tokens?.access) return false
  endStoredSession()
  clearQueryCache()
  storeTokens({ access: tokens.access, refresh: tokens.refresh })
  return true
}

/** Ends the session of the stored tokens on the server, without waiting for it. */
function endStoredSession(): void {
  const token = refreshToken()
  if (token !== null) api.post('auth/logout', { refreshToken: token }).catch(() => undefined)
}

/** Deletes the session on this device at once, and ends it on the server. */
export function logOut(): void {
  endStoredSession()
  forgetTokens()
  clearQueryCache()
}

/** Once there is a session, opens the page that asked for the login, or the home page. */
export function useLoginRedirect(isReady = true): void {
  const role = useSession()?.role
  const navigate = useNavigate()
  useEffect(() => {
    if (role && isReady) navigate(takeReturnPath() ?? homeOf(role), { replace: true })
  }, [role, isReady, navigate])
}
