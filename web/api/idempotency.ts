import { storeInTab, readFromTab } from './browser-storage.ts'

/** A write without a final answer, and its idempotency key. */
type Unsettled = readonly [write: string, key: string]

const storageName = 'unsettledWrites'
const maxStored = 20

/** Oldest first. Secret writes are kept in memory only, others also in the tab's storage. */
let unsettled: readonly Unsettled[] = readFromTab<Unsettled[]>(storageName) ?? []
const secretKeys = new Set<string>()

/**
 * Returns the idempotency key of a write: the same key until the write has a final answer, also after a reload.
 * Secret writes are not stored.
 */
export function idempotencyKey(path: string, body: unknown, isSecret = false): string {
  const write = `${path} ${JSON.stringify(body)}`
  const known = unsettled.find(([other]) => other === write)
  if (known) return known[1]
  const key = newKey()
  if (isSecret) secretKeys.add(key)
  store([...unsettled, [write, key]])
  return key
}

/** A new random key: 32 hexadecimal digits. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Forgets the key after a final answer, so that an equal write later gets a new one. */
export function settleKey(key: string): void {
  secretKeys.delete(key)
  if (unsettled.some(([, known]) => known === key)) store(unsettled.filter(([, known]) => known !== key))
}

function store(now: readonly Unsettled[]): void {
  unsettled = now
  storeInTab(storageName, now.filter(([, key]) => !secretKeys.has(key)).slice(-maxStored))
}
