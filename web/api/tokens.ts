import { forgetKeptCards } from './kept-cards.ts'

export type Role = 'admin' | 'editor' | 'member'

export interface Tokens {
  access: string
  refresh: string
}

export interface TokenClaims {
  iat: number
  exp: number
  CustomUserInfo?: { Name: string; ID: string; Role: Role }
  byLink?: boolean
}

export interface Session {
  id: string
  name: string
  role: Role
  /** Whoever has just entered by a link sent by email makes a new password without the one before. */
  byLink?: true
}

export const accessKey = 'authentication'
export const refreshKey = 'refreshToken'
const earlyExpirySeconds = 86_400

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
  announce()
}

/** Logging out keeps what belongs to the device, such as the font size, and nothing of the person. */
export function forgetTokens(): void {
  forgetKeptCards()
  localStorage.removeItem(accessKey)
  localStorage.removeItem(refreshKey)
  announce()
}

/** A session that died clears local storage, except for work that exists nowhere else. */
export function clearLocalStorage(): void {
  forgetKeptCards()
  for (const key of storedKeys()) if (!key.startsWith(workPrefix)) localStorage.removeItem(key)
  announce()
}

const workPrefix = 'work:'

/**
 * The local storage key of work that exists in this browser alone. It holds the id of who is logged in, because the work outlives the
 * session and only that person may see it again.
 */
export function workKey(name: string): string {
  return `${workPrefix}${readSession()?.id ?? ''}:${name}`
}

/** Keys of the work with this name prefix, of every person. */
export function everyWorkKey(namePrefix: string): string[] {
  return storedKeys().filter(
    (key) =>
      key.startsWith(workPrefix) && key.slice(key.indexOf(':', workPrefix.length) + 1).startsWith(namePrefix),
  )
}

/** Not with `Object.keys`, which finds none in the storage of a page that is refused one. */
function storedKeys(): string[] {
  return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
}

/** The claims of a token, or undefined for anything that is not one. Trust is the server's business. */
export function readClaims(token: string | null): TokenClaims | undefined {
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
  return user && { id: user.ID, name: user.Name, role: user.Role, ...(claims.byLink && { byLink: true }) }
}

/** True when the stored refresh token has a day or less to live, so that nobody is thrown out in mid-work. */
export function isSessionEnding(now = Date.now()): boolean {
  const claims = readClaims(refreshToken())
  return claims !== undefined && claims.exp - now / 1000 <= earlyExpirySeconds
}

const listeners = new Set<() => void>()

/** Calls back when the tokens change, in this tab or in another. */
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

function announce(): void {
  for (const listener of listeners) listener()
}
