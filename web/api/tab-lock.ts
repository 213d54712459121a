const key = 'sessionLock'
const longest = 15_000
const pause = 60

/**
 * Does the work while no other tab does it. Browsers offer a lock on secure pages only; inside a house, where
 * there often is no certificate, the tabs agree through local storage.
 */
export async function withTabLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as Partial<Navigator>
  if (locks) return locks.request(key, work)
  const mine = String(Math.random())
  const end = Date.now() + longest
  while (!(await isMine(mine)) && Date.now() < end);
  try {
    return await work()
  } finally {
    if (holder()?.id === mine) localStorage.removeItem(key)
  }
}

/** Claims the lock if it is free, and looks a moment later who got it. */
async function isMine(mine: string): Promise<boolean> {
  if (!holder()) localStorage.setItem(key, JSON.stringify({ id: mine, until: Date.now() + longest }))
  await new Promise((resolve) => setTimeout(resolve, pause))
  return holder()?.id === mine
}

function holder(): { id: string; until: number } | undefined {
  const held = JSON.parse(localStorage.getItem(key) ?? 'null') as { id: string; until: number } | null
  return held && held.until > Date.now() ? held : undefined
}
