import { withTimeout, isTimeoutError, type TimedOut } from './timeout.ts'
import {
  accessToken,
  clearLocalStorage,
  refreshToken,
  requestHeaders,
  storeTokens,
  type Tokens,
} from './tokens.ts'
import { rememberReturnPath } from './browser-storage.ts'
import { withTabLock } from './tab-lock.ts'

type RefreshOutcome = 'refreshed' | 'ended' | 'timedOut' | 'unknown'

/**
 * Exchanges the refresh token for new tokens, once for concurrent callers of all tabs. Network and server
 * errors are retried with backoff. Only a 401 or an answer without tokens ends the session; `timedOut` and
 * `unknown` keep it.
 */
export function refreshSession(staleToken: string | null): Promise<RefreshOutcome> {
  running ??= withTabLock('sessionLock', () => exchange(staleToken)).finally(() => {
    running = undefined
  })
  return running
}

/**
 * Sends a request whose answer has the tokens of a new session instead of the present one, and stores them. Until then no other
 * request, of any tab, ends the session because the server refuses the old tokens.
 */
export function replaceSession<Answer extends Partial<Tokens> | TimedOut | undefined>(
  request: () => Promise<Answer>,
): Promise<Answer> {
  return withTabLock(replacementLock, async () => {
    const answer = await request()
    if (typeof answer === 'object' && answer.access && answer.refresh)
      storeTokens({ access: answer.access, refresh: answer.refresh })
    return answer
  })
}

/** Waits for a request that replaces the session. Returns whether there are other tokens since. */
export async function isSessionReplaced(staleToken: string | null): Promise<boolean> {
  await withTabLock(replacementLock, async () => undefined)
  const current = accessToken()
  return current !== null && current !== staleToken
}

const replacementLock = 'sessionReplacement'

/** Calls the listener after each exchange: the role may have changed. */
export function onRefreshed(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Clears local storage, except for unsent work, and goes to `/`. */
export function endSession(): void {
  rememberReturnPath()
  clearLocalStorage()
  if (location.pathname !== '/') location.assign('/')
}

/** Where staff set up a second step that the organisation requires. */
export const twoStepsPath = '/autorizacao/doisPassos'

/** Goes to the set-up of a second step, without which the server refuses everything. */
export function leaveForTwoSteps(): void {
  if (location.pathname === twoStepsPath) return
  rememberReturnPath()
  location.assign(twoStepsPath)
}

let running: Promise<RefreshOutcome> | undefined
const listeners = new Set<() => void>()

async function exchange(staleToken: string | null): Promise<RefreshOutcome> {
  const current = accessToken()
  if (current !== null && current !== staleToken) return 'refreshed'
  const token = refreshToken()
  if (token === null) return 'ended'
  try {
    const response = await withTimeout(timeoutMs, (signal) => fetchWithRetries(token, current, signal))
    if (response.status === 401) return refreshToken() === token ? 'ended' : outcomeInOtherTab()
    if (!response.ok) return 'unknown'
    const tokens = (await response.json()) as Partial<Tokens>
    if (refreshToken() !== token) return outcomeInOtherTab()
    if (!tokens.access || !tokens.refresh) return 'ended'
    storeTokens({ access: tokens.access, refresh: tokens.refresh })
    for (const listener of listeners) listener()
    return 'refreshed'
  } catch (error) {
    return isTimeoutError(error) ? 'timedOut' : 'unknown'
  }
}

const timeoutMs = 10_000
/** Milliseconds before each retry. */
const backoff = [300, 600, 1200]

async function fetchWithRetries(
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
  return fetchWithRetries(token, access, signal, laterDelays)
}

/**
 * Another tab changed the tokens meanwhile, by logout or refresh: this response must neither replace nor end
 * its session.
 */
function outcomeInOtherTab(): RefreshOutcome {
  return refreshToken() === null ? 'ended' : 'refreshed'
}
