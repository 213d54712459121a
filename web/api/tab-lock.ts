const expiryMs = 15_000
const settleMs = 60

/**
 * Runs `work` while no other tab does under the same key. `navigator.locks` exists on secure pages only; on a local
 * network without a certificate the tabs use local storage.
 */
export async function withTabLock<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as Partial<Navigator>
  if (locks) return locks.request(key, work)
  const id = String(Math.random())
  const end = Date.now() + expiryMs
  while (!(await claim(key, id)) && Date.now() < end);
  try {
    return await work()
  } finally {
    if (holder(key)?.id === id) localStorage.removeItem(key)
  }
}

/** Claims the lock if it is free, waits, and checks whether another tab overwrote the claim. */
async function claim(key: string, id: string): Promise<boolean> {
  if (!holder(key)) localStorage.setItem(key, JSON.stringify({ id, until: Date.now() + expiryMs }))
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  return holder(key)?.id === id
}

function holder(key: string): { id: string; until: number } | undefined {
  const held = JSON.parse(localStorage.getItem(key) ?? 'null') as { id: string; until: number } | null
  return held && held.until > Date.now() ? held : undefined
}
