import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type pg from 'pg'

/**
 * Texts that are encrypted in the database, also inside JSON and lists: `~s1.`, fingerprint of the key, `.`, content in base64url. AES-256-GCM
 * whose nonce is an HMAC of the text (as in RFC 5297), so that equal texts have equal forms: `=` and indexes work on them. A stolen copy of the
 * database shows which rows have the same value and how long it is, but neither the value nor whether a guess is right. An encrypted text that is
 * copied from there and entered as a value is not decrypted either: texts that this process encrypts have a random mark until they are sent, and
 * `sentText` removes every other mark.
 */
export interface TextKey {
  version: number
  fingerprint: string
  encryption: Buffer
  nonces: Buffer
}

/** How encrypted texts begin in the database. */
export const storedMark = '~s1.'
const token = randomBytes(12).toString('hex')
/** How they begin in statements of this process. Nobody else knows it. */
export const textMark = `~${token}.`
/** What a text from outside has instead of the mark: a sign that looks alike (U+223C). */
const enteredMark = '\u223Cs1.'
/** Encrypted texts as they are stored, also inside others. */
export const sealedPattern = /~s1[.]([-A-Za-z0-9_]{8})[.]([-A-Za-z0-9_]+)~/g

const derived = (secret: Buffer, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, '', `agremia text ${purpose}`, length))

function textKeyOf(secret: Buffer, version: number): TextKey {
  return {
    version,
    fingerprint: derived(secret, 'fingerprint', 6).toString('base64url'),
    encryption: derived(secret, 'encryption', 32),
    nonces: derived(secret, 'nonces', 32),
  }
}

/** All keys of this process by their fingerprint. */
const knownKeys = new Map<string, TextKey>()
/** The keys of each pool, newest first. */
const keysByPool = new WeakMap<object, readonly TextKey[]>()
/** Functions that read the keys again. */
const reloads = new Set<() => Promise<void>>()
/** Fingerprints that no key has: values of a lost key. */
const lost = new Set<string>()
const maxLost = 1000
/** Increases with each text of an unknown key that a result had. */
let misses = 0

/** Sets the keys of a pool by version, of which the newest encrypts. Results of every connection are decrypted with them. */
export function setTextKeys(
  pool: pg.Pool,
  secrets: ReadonlyMap<number, Buffer>,
  reload: () => Promise<void>,
): void {
  const keys = [...secrets]
    .map(([version, secret]) => textKeyOf(secret, version))
    .toSorted((one, other) => other.version - one.version)
  for (const key of keys) knownKeys.set(key.fingerprint, key)
  keysByPool.set(pool, keys)
  reloads.add(reload)
}

/** The keys of a pool, newest first. */
export function textKeysOfPool(pool: object): readonly TextKey[] {
  return keysByPool.get(pool) ?? []
}

/** The key that a pool encrypts with. Throws before its keys were opened. */
export function textKeyOfPool(pool: object): TextKey {
  const [key] = textKeysOfPool(pool)
  if (!key) throw new Error('the keys of this database are not open')
  return key
}

/** The name of the key in `secrets`. */
export const textKeyName = 'personalData'

/** The beginning of all texts that a key encrypted. */
export function markOf({ fingerprint }: TextKey): string {
  return `${textMark}${fingerprint}.`
}

export function isSealed(text: string): boolean {
  return text.startsWith(textMark) && text.endsWith('~')
}

const unmarked = (text: string) => text.replaceAll(storedMark, enteredMark)

/** A parameter as PostgreSQL gets it: only what this process encrypted looks encrypted. */
export function sentText(text: string): string {
  // The mark may be in a regular expression, with its point escaped.
  return text.includes('~') ? unmarked(text).replaceAll(`~${token}`, '~s1') : text
}

/** A text that was read without being decrypted, to be written again. */
export function storedText(text: string): string {
  return text.replaceAll(storedMark, textMark)
}

/** Encrypts a text. */
export function sealText({ fingerprint, encryption, nonces }: TextKey, entered: string): string {
  const text = unmarked(entered)
  const nonce = createHmac('sha256', nonces).update(text).digest().subarray(0, 12)
  const cipher = createCipheriv('aes-256-gcm', encryption, nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const content = Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
  return `${textMark}${fingerprint}.${content.toString('base64url')}~`
}

/** All forms that a text may have in a column: encrypted with each key of the process, or not yet encrypted. For `= ANY(…)`. */
export function sealedForms(text: string): string[] {
  return [...knownKeys.values()].map((key) => sealText(key, text)).concat(text)
}

function openOne(whole: string, fingerprint: string, content: string): string {
  const key = knownKeys.get(fingerprint)
  if (!key) {
    if (!lost.has(fingerprint)) misses++
    return whole
  }
  const bytes = Buffer.from(content, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.encryption, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    // Damaged.
    return whole
  }
}

/** Decrypts the encrypted parts of a text. Those of unknown keys stay. */
export function openText(text: string): string {
  return text.includes(storedMark) ? text.replaceAll(sealedPattern, openOne) : text
}

/** Decrypts the encrypted parts of JSON text. */
export function openJson(text: string): string {
  if (!text.includes(storedMark)) return text
  return text.replaceAll(sealedPattern, (whole: string, fingerprint: string, content: string) =>
    JSON.stringify(openOne(whole, fingerprint, content)).slice(1, -1),
  )
}

/** Changes with each text of an unknown key that a result had: then `openMissed` has something to do. */
export function missedTexts(): number {
  return misses
}

/** Reads the keys again, since another process may have replaced one a moment ago, and decrypts what the rows have of it. */
export async function openMissed(rows: unknown[]): Promise<void> {
  await Promise.allSettled([...reloads].map((reload) => reload()))
  const opened = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (!value.includes(storedMark)) return value
      for (const [, fingerprint = ''] of value.matchAll(sealedPattern))
        if (!knownKeys.has(fingerprint) && lost.size < maxLost) lost.add(fingerprint)
      return /^[[{]/.test(value) ? openJson(value) : openText(value)
    }
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) value[index] = opened(item)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value))
        (value as Record<string, unknown>)[name] = opened(item)
    }
    return value
  }
  opened(rows)
}
