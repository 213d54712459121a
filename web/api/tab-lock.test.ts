import { beforeEach, expect, it, vi } from 'vitest'
import { withTabLock } from './tab-lock.ts'

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: undefined })
})

it('without navigator.locks, calls do not overlap and the lock is released', async () => {
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 20))
    running -= 1
  }
  await Promise.all([1, 2, 3].map(() => withTabLock('lock', work)))
  expect(most).toBe(1)
  expect(localStorage).toHaveLength(0)
})

it('an abandoned lock expires', async () => {
  localStorage.setItem('lock', JSON.stringify({ id: 'gone', until: Date.now() - 1 }))
  expect(await withTabLock('lock', async () => 'done')).toBe('done')
})
