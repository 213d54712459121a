const key = 'sessionLock'
const expiryMs = 15_000
const settleMs = 60

/**
 * Runs `work` while no other tab does. `navigator.locks` exists on secure pages only; on a local network
 * without a certificate the tabs use local storage.
 */
export async function withTabLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as Partial<Navigator>
  if (locks) return locks.request(key, work)
  const id = String(Math.random())
  const end = Date.now() + expiryMs
  while (!(await claim(id)) && Date.now() < end);
  try {
    return await work()
  } finally {
    if (holder()?.id === id) localStorage.removeItem(key)
  }
}

/** Claims the lock if it is free, waits, and checks whether another tab overwrote the claim. */
async function claim(id: string): Promise<boolean> {
  if (!holder()) localStorage.setItem(key, JSON.stringify({ id, until: Date.now() + expiryMs }))
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  return holder()?.id === id
}

function holder(): { id: string; until: number } | undefined {
  const held = JSON.parse(localStorage.getItem(key) ?? 'null') as { id: string; until: number } | null
  return held && held.until > Date.now() ? held : undefined
}
