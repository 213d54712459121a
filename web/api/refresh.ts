import ky, { isHTTPError, isTimeoutError } from 'ky'
import { requestHeaders } from './request-headers.ts'
import { accessToken, clearLocalStorage, refreshToken, storeTokens, type Tokens } from './tokens.ts'
import { rememberReturnPath } from './return-path.ts'
import { withTabLock } from './tab-lock.ts'

type RefreshOutcome = 'refreshed' | 'ended' | 'timedOut' | 'unknown'

/**
 * Exchanges the refresh token for new tokens, once for all who wait, in this tab and in the others. Lost contact and failures of
 * the server are retried with backoff. `timedOut` and `unknown` leave the session as it is: only a 401 ends it.
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

/** Clears local storage, except for people's unsent work, and goes to the site's root. */
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
    const tokens = await ky
      .post('/api/auth/refresh', {
        json: { refreshToken: token },
        headers: requestHeaders(current),
        timeout: 10_000,
        retry: { limit: 3, methods: ['post'], statusCodes: [500, 502, 503, 504], afterStatusCodes: [] },
      })
      .json<Partial<Tokens>>()
    if (refreshToken() !== token) return changedElsewhere()
    if (!tokens.access || !tokens.refresh) return 'ended'
    storeTokens({ access: tokens.access, refresh: tokens.refresh })
    for (const listener of listeners) listener()
    return 'refreshed'
  } catch (error) {
    if (isTimeoutError(error)) return 'timedOut'
    if (!isHTTPError(error) || error.response.status !== 401) return 'unknown'
    return refreshToken() === token ? 'ended' : changedElsewhere()
  }
}

/** Another tab changed the tokens meanwhile: it logged out, or has newer ones, which this answer must neither replace nor end. */
function changedElsewhere(): RefreshOutcome {
  return refreshToken() === null ? 'ended' : 'refreshed'
}
