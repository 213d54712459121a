import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseProxy } from '../../testing/database-proxy.ts'
import type { TestCaller } from '../../testing/caller.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'

const database = await testDatabase()
const proxy = await databaseProxy(database.url)
const { app, as, visitor, takeErrors } = await testApp({
  with: { database, clock: testClock() },
  throughUrl: proxy.url,
  limits: { healthMs: 50, getMs: 200 },
})

/** Requests until the answer is 200: on a busy machine the database may take longer than the limits. */
async function untilAnswered(caller: TestCaller, path: string): Promise<void> {
  while ((await caller.get(path)).status !== 200) await sleep(5)
}

test('while the database hangs, health and lists answer 503; afterwards they work again', async () => {
  const admin = await as('admin')
  await untilAnswered(visitor, '/')
  await untilAnswered(admin, '/members')

  proxy.freeze()
  const [health, again, members, search, record] = await Promise.all([
    visitor.get('/'),
    visitor.get('/'),
    admin.get('/members?_sort=name'),
    admin.get('/people?_search=ana'),
    admin.get('/people/01890a5d-ac96-774b-bcce-b302099a8057'),
  ])
  for (const { status, body } of [health, again]) {
    assert.equal(status, 503)
    assert.equal(body.message, 'A base de dados não responde.')
  }
  for (const { status, body } of [members, search, record]) {
    assert.equal(status, 503)
    assert.match(body.message, /não respondeu a tempo/)
  }

  proxy.thaw()
  await untilAnswered(visitor, '/')
  await untilAnswered(admin, '/members?_sort=name')
  // Late answers of the database were dropped: their errors do not matter.
  takeErrors()
})

test('after the database was lost, it reconnects and refills caches without a restart', async () => {
  const admin = await as('admin')
  proxy.cut()
  app.engine.world.organisation.forget()
  await untilAnswered(visitor, '/')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => admin.post('/people', { name: `Ana Cortada ${index}` })),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  takeErrors()
})
