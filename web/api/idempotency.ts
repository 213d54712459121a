const unsettled = new Map<string, string>()

/** The key of a write: the same one for as long as the same write has no final answer. */
export function idempotencyKey(path: string, body: unknown): string {
  const write = `${path} ${JSON.stringify(body)}`
  const known = unsettled.get(write)
  if (known) return known
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  unsettled.set(write, key)
  return key
}

/** The write has its answer: the next one like it is another write. */
export function settleKey(key: string): void {
  for (const [write, known] of unsettled) if (known === key) unsettled.delete(write)
}
