import { keepInTab, recallInTab } from './tab-storage.ts'

/** A write that has no final answer yet, and the key that it was sent with. */
type Unsettled = readonly [write: string, key: string]

const place = 'unsettledWrites'
const mostKept = 20

/** The latest last. What is secret is known to this page alone; the others also to the next one in the tab. */
let unsettled: readonly Unsettled[] = recallInTab<Unsettled[]>(place) ?? []
const secretKeys = new Set<string>()

/**
 * The key of a write: the same one for as long as the same write has no final answer, also after the page was loaded anew.
 * A write that is secret is kept nowhere.
 */
export function idempotencyKey(path: string, body: unknown, isSecret = false): string {
  const write = `${path} ${JSON.stringify(body)}`
  const known = unsettled.find(([one]) => one === write)
  if (known) return known[1]
  const key = newKey()
  if (isSecret) secretKeys.add(key)
  keep([...unsettled, [write, key]])
  return key
}

/** A key that nothing was sent with yet. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** The write has its answer: the next one like it is another write. */
export function settleKey(key: string): void {
  secretKeys.delete(key)
  if (unsettled.some(([, known]) => known === key)) keep(unsettled.filter(([, known]) => known !== key))
}

function keep(now: readonly Unsettled[]): void {
  unsettled = now
  keepInTab(place, now.filter(([, key]) => !secretKeys.has(key)).slice(-mostKept))
}
