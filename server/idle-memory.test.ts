import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { collectWhenIdle } from './idle-memory.ts'

test('garbage is collected after the start, and after work that is long over', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  let busyMicroseconds = 50_000
  let heapTotal = 90e6
  t.mock.method(process, 'cpuUsage', () => ({ user: busyMicroseconds, system: 0 }))
  t.mock.method(process, 'memoryUsage', () => ({ heapTotal }))
  const collect = mock.fn(() => void (heapTotal = 40e6))
  const before = globalThis.gc
  t.after(() => (globalThis.gc = before))
  globalThis.gc = collect as unknown as NonNullable<typeof gc>
  collectWhenIdle()
  const collectionsAfter = (minutes: number) => {
    t.mock.timers.tick(minutes * 60_000)
    return collect.mock.callCount()
  }

  assert.equal(collectionsAfter(0.1), 1)
  heapTotal = 60e6
  assert.equal(collectionsAfter(9), 1, 'not in a pause')
  busyMicroseconds = 30_000_000
  assert.equal(collectionsAfter(20), 1, 'not while it works')
  busyMicroseconds = 50_000
  assert.equal(collectionsAfter(10), 2)
  assert.equal(collectionsAfter(60), 2, 'not again for nothing')
  heapTotal = 50e6
  assert.equal(collectionsAfter(60), 2, 'not for little')
})

test('a start with work at once is not interrupted', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  t.mock.method(process, 'cpuUsage', () => ({ user: 900_000, system: 0 }))
  const before = globalThis.gc
  t.after(() => (globalThis.gc = before))
  const collect = mock.fn()
  globalThis.gc = collect as unknown as NonNullable<typeof gc>
  collectWhenIdle()
  t.mock.timers.tick(5000)
  assert.equal(collect.mock.callCount(), 0)
})
