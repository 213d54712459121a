import type { roles } from '@agremia/resources/access.ts'
import { eraseStoredCards } from './stored-cards.ts'

export type Role = (typeof roles)[number]

export interface Tokens {
  access: string
  refresh: string
}

export interface TokenClaims {
  iat: number
  exp: number
  CustomUserInfo?: { Name: string; ID: string; Role: Role }
  byLink?: boolean
  /** Id of the session. */
  sid?: string
}

export interface Session {
  id: string
  name: string
  role: Role
  sessionId?: string
  /** Logged in by an emailed link: may set a new password without the old one. */
  byLink?: true
}

export const accessKey = 'authentication'
const refreshKey = 'refreshToken'
const minRemainingSeconds = 86_400

export function accessToken(): string | null {
  return localStorage.getItem(accessKey)
}

export function refreshToken(): string | null {
  return localStorage.getItem(refreshKey)
}

export function isLoggedIn(): boolean {
  return accessToken() !== null
}

export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(accessKey, tokens.access)
  localStorage.setItem(refreshKey, tokens.refresh)
  notify()
}

/** Logging out keeps settings of the device, such as the font size. */
export function forgetTokens(): void {
  eraseStoredCards()
  localStorage.removeItem(accessKey)
  localStorage.removeItem(refreshKey)
  notify()
}

/** Clears local storage when a session ends, except for unsent work. */
export function clearLocalStorage(): void {
  eraseStoredCards()
  for (const key of storedKeys()) if (!key.startsWith(workPrefix)) localStorage.removeItem(key)
  notify()
}

const workPrefix = 'work:'

/**
 * Local storage key of unsent work. Contains the id of the logged-in person, because the work outlives the
 * session and only that person may see it again.
 */
export function workKey(name: string): string {
  return `${workPrefix}${readSession()?.id ?? ''}:${name}`
}

/** Keys of unsent work with this name prefix, of every person. */
export function findWorkKeys(namePrefix: string): string[] {
  return storedKeys().filter(
    (key) =>
      key.startsWith(workPrefix) && key.slice(key.indexOf(':', workPrefix.length) + 1).startsWith(namePrefix),
  )
}

/** `Object.keys` does not list the keys of the `MemoryStorage` that replaces blocked storage. */
function storedKeys(): string[] {
  return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
}

/** Decodes the claims of a token, unverified; undefined for anything else. */
function readClaims(token: string | null): TokenClaims | undefined {
  const payload = token?.split('.')[1]
  if (!payload) return undefined
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes)) as TokenClaims
  } catch {
    return undefined
  }
}

export function readSession(token: string | null = accessToken()): Session | undefined {
  const claims = readClaims(token)
  const user = claims?.CustomUserInfo
  return (
    user && {
      id: user.ID,
      name: user.Name,
      role: user.Role,
      ...(claims.sid !== undefined && { sessionId: claims.sid }),
      ...(claims.byLink && { byLink: true }),
    }
  )
}

/** True when the refresh token expires within a day: a new login now avoids an interruption later. */
export function isSessionEnding(now = Date.now()): boolean {
  const claims = readClaims(refreshToken())
  return claims !== undefined && claims.exp - now / 1000 <= minRemainingSeconds
}

const listeners = new Set<() => void>()

/** Calls the listener when the tokens change, in this tab or another. */
export function onTokensChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === accessKey) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** Headers of every request: it accepts JSON, names the page and, with a token, authenticates. */
export function requestHeaders(token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    'calling-url': location.href,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
}
