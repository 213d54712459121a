import { api } from '../../api/client.ts'
import { forgetAnswers } from '../../api/query-client.ts'
import { forgetTokens, refreshToken } from '../../api/tokens.ts'

/** Deletes the session on this device at once, and notifies the server without waiting for it. */
export function logOut(): void {
  const token = refreshToken()
  if (token !== null) api.post('auth/logout', { refreshToken: token }).catch(() => undefined)
  forgetTokens()
  forgetAnswers()
}
