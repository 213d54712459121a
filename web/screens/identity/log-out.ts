import { api } from '../../api/client.ts'
import { forgetAnswers } from '../../api/query-client.ts'
import { forgetTokens, refreshToken } from '../../api/tokens.ts'

/** Forgets the session on this device at once; the server is told, but nobody waits for it. */
export function logOut(): void {
  const token = refreshToken()
  if (token !== null) api.post('auth/logout', { refreshToken: token }).catch(() => undefined)
  forgetTokens()
  forgetAnswers()
}
