import { expect, it, vi } from 'vitest'
import { fakeToken } from './testing.ts'
import { isSessionEnding, onTokensChange, readSession, storeTokens } from './tokens.ts'

const now = 1_800_000_000_000
const inSeconds = (seconds: number) => fakeToken({ exp: now / 1000 + seconds })

it.each([
  [86_399, true],
  [86_400, true],
  [86_401, false],
  [-1, true],
])('a refresh token with %d seconds left: ending is %o', (seconds, ending) => {
  storeTokens({ access: 'a', refresh: inSeconds(seconds) })
  expect(isSessionEnding(now)).toBe(ending)
})

it('without a refresh token the session is not ending', () => {
  expect(isSessionEnding(now)).toBe(false)
})

it('readSession decodes UTF-8 claims', () => {
  const token = fakeToken({ CustomUserInfo: { Name: 'Élio Conceição', ID: '7', Role: 'editor' } })
  expect(readSession(token)).toEqual({ id: '7', name: 'Élio Conceição', role: 'editor' })
})

it.each([[null], [''], ['no token'], ['a.%%%.c']])('%o has no session', (token) => {
  expect(readSession(token)).toBeUndefined()
})

it('listeners are called when tokens change, until they unsubscribe', () => {
  const listener = vi.fn()
  const forget = onTokensChange(listener)
  storeTokens({ access: 'a', refresh: 'b' })
  forget()
  storeTokens({ access: 'c', refresh: 'd' })
  expect(listener).toHaveBeenCalledTimes(1)
})
