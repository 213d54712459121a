import ky, { isKyError, isTimeoutError } from 'ky'
import { requestHeaders } from './request-headers.ts'
import { accessToken, clearLocalStorage, refreshToken, storeTokens, type Tokens } from './tokens.ts'
import { rememberReturnPath } from './return-path.ts'
import { withTabLock } from './tab-lock.ts'

type RefreshOutcome = 'refreshed' | 'ended' | 'timedOut' | 'unknown'

/**
 * Exchanges the refresh token for new tokens, once for all who wait, in this tab and in the others. `timedOut`
 * and `unknown`, which is lost contact, leave the session as it is: it may well be alive.
 */
export function refreshSession(staleToken: string | null): Promise<RefreshOutcome> {
  running ??= withTabLock(() => exchange(staleToken)).finally(() => {
    running = undefined
  })
  return running
}

/** Calls back after each exchange: what depends on the person's role is read again. */
export function onRefreshed(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Clears local storage and goes to the site's root, as when a session dies. */
export function endSession(): void {
  rememberReturnPath()
  clearLocalStorage()
  if (location.pathname !== '/') location.assign('/')
}

let running: Promise<RefreshOutcome> | undefined
const listeners = new Set<() => void>()

async function exchange(staleToken: string | null): Promise<RefreshOutcome> {
  const current = accessToken()
  if (current !== null && current !== staleToken) return 'refreshed'
  const token = refreshToken()
  if (token === null) return 'ended'
  try {
    const response = await ky.post('/api/auth/refresh', {
      json: { refreshToken: token },
      headers: requestHeaders(current),
      retry: 0,
      timeout: 10_000,
      throwHttpErrors: false,
    })
    if (response.status >= 502 && response.status <= 504) return 'unknown'
    const tokens: Partial<Tokens> = response.ok ? await response.json<Partial<Tokens>>() : {}
    if (!tokens.access || !tokens.refresh) return 'ended'
    // Somebody may have logged out in the meantime: then the new tokens are nobody's.
    if (refreshToken() !== token) return 'ended'
    storeTokens({ access: tokens.access, refresh: tokens.refresh })
    for (const listener of listeners) listener()
    return 'refreshed'
  } catch (error) {
    if (isTimeoutError(error)) return 'timedOut'
    return isKyError(error) ? 'unknown' : 'ended'
  }
}
