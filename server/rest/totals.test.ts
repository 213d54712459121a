import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerOf } from '../testing/caller.ts'
import { testApp } from '../testing/test-app.ts'
import { createTotals } from './totals.ts'

const here = await testApp()
const there = await testApp({ with: here })
const { make, as } = here
const admin = await as('admin')
const elsewhere = callerOf(there.app, admin.tokens.access)

const lists = [
  '/people',
  '/people?_search=vasco',
  '/people?_city=Tavira',
  '/members',
  '/members?_search=vasco',
  '/member_states',
]
const totals = (caller: typeof elsewhere) =>
  Promise.all(lists.map(async (list) => (await caller.get(list)).body.meta.total))

/** Waits until the other process has received the notifications. */
async function eventually(expected: number[]): Promise<void> {
  for (let tries = 0; tries < 1500; tries++) {
    if (JSON.stringify(await totals(elsewhere)) === JSON.stringify(expected)) return
    await sleep(20)
  }
  assert.deepEqual(await totals(elsewhere), expected)
}

async function assertGrew(by: number[], work: () => Promise<unknown>): Promise<void> {
  const before = await totals(admin)
  await eventually(before)
  await work()
  const expected = before.map((total, index) => total + (by[index] ?? 0))
  assert.deepEqual(await totals(admin), expected)
  await eventually(expected)
}

test('totals follow every write at once, and in other processes after the notification', async () => {
  const made: string[] = []
  await assertGrew([1, 1, 1, 1, 1, 1], async () => {
    made.push((await make.member({ name: 'Vasco Lopes', city: 'Tavira' }))._id)
  })
  const [person] = (await admin.get('/people?_search=vasco%20lopes')).body.data
  await assertGrew([0, -1, -1, 0, -1, 0], () =>
    admin.patch(`/people/${person?._id}`, { name: 'Artur Lopes', city: 'Silves' }),
  )
  await assertGrew([0, 0, 0, 0, 0, 1], async () => {
    const [state] = (await admin.get('/member_state_names?_name=Isento')).body.data
    await admin.post(`/members/${made[0]}/change_state`, { stateNameId: state?._id, date: '2024-01-01' })
  })
  const other = await make.member({ name: 'Vasco Reis' })
  await assertGrew([0, 0, 0, -1, -1, -1], () => admin.delete(`/members/${other._id}`))
  const [event] = (await admin.get(`/audit_events?_recordId=${other._id}`)).body.data
  await assertGrew([0, 0, 0, 1, 1, 1], () => admin.post(`/audit_events/${event?._id}/restore`))
})

test('writes of the other process are counted here', async () => {
  const before = (await admin.get('/people')).body.meta.total
  await elsewhere.post('/people', { name: 'Escrita Longe' })
  for (let tries = 0; tries < 1500; tries++) {
    if ((await admin.get('/people')).body.meta.total === before + 1) return
    await sleep(20)
  }
  assert.fail('no notification of the other process arrived')
})

test('rolled back writes are not counted', async () => {
  await assertGrew([0, 0, 0, 0, 0, 0], async () => {
    await admin.post('/people', { name: '' })
    await admin.post('/people', { name: 'Vasco Sem Chave', nif: 'nada' })
    await Promise.all([
      admin.post('/members', { name: 'Vasco', memberNumber: 1, admissionDate: '2020-01-01' }),
      admin.get('/members'),
    ])
  })
})

test('a total counted during a change is not cached', async () => {
  const cache = createTotals<number>()
  let finish: (count: number) => void = () => {}
  const first = cache.get('people', 'all', () => new Promise((resolve) => (finish = resolve)))
  cache.forget('people')
  finish(1)
  assert.equal(await first, 1)
  assert.equal(await cache.get('people', 'all', async () => 2), 2)
  assert.equal(await cache.get('people', 'all', async () => 3), 2)
  assert.equal(cache.has('people', 'all'), true)
  assert.equal(cache.has('people', 'other'), false)
})

test('a failed count is not cached, and forgetAll drops all resources', async () => {
  const cache = createTotals<number>()
  await assert.rejects(
    cache.get('people', 'all', () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await cache.get('people', 'all', async () => 5), 5)
  cache.forgetAll()
  assert.equal(await cache.get('people', 'all', async () => 6), 6)
})

test('the cache has a limited size', async () => {
  const cache = createTotals<number>()
  for (let index = 0; index < 1000; index++) await cache.get('people', String(index), async () => index)
  assert.equal(cache.has('people', '0'), false)
  assert.equal(cache.has('people', '999'), true)
})
