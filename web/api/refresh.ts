import { inTime, isTimeoutError } from './in-time.ts'
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
    const response = await inTime(patienceMs, (signal) => askUntilAnswered(token, current, signal))
    if (response.status === 401) return refreshToken() === token ? 'ended' : changedElsewhere()
    if (!response.ok) return 'unknown'
    const tokens = (await response.json()) as Partial<Tokens>
    if (refreshToken() !== token) return changedElsewhere()
    if (!tokens.access || !tokens.refresh) return 'ended'
    storeTokens({ access: tokens.access, refresh: tokens.refresh })
    for (const listener of listeners) listener()
    return 'refreshed'
  } catch (error) {
    return isTimeoutError(error) ? 'timedOut' : 'unknown'
  }
}

const patienceMs = 10_000
/** Milliseconds before each retry. */
const backoff = [300, 600, 1200]

/** Retries lost contact and failures of the server. */
async function askUntilAnswered(
  token: string,
  access: string | null,
  signal: AbortSignal,
  [delay, ...laterDelays]: readonly number[] = backoff,
): Promise<Response> {
  const response = await fetch('/api/auth/refresh', {
    method: 'POST',
    headers: { ...requestHeaders(access), 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken: token }),
    signal,
  }).catch((error: unknown) => {
    if (delay === undefined || signal.aborted) throw error
  })
  if (response && (response.status < 500 || delay === undefined)) return response
  await new Promise((resolve) => setTimeout(resolve, delay))
  return askUntilAnswered(token, access, signal, laterDelays)
}

/** Another tab changed the tokens meanwhile: it logged out, or has newer ones, which this answer must neither replace nor end. */
function changedElsewhere(): RefreshOutcome {
  return refreshToken() === null ? 'ended' : 'refreshed'
}
