import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseProxy } from '../../testing/database-proxy.ts'
import type { TestCaller } from '../../testing/caller.ts'
import { goodPassword } from '../../testing/make.ts'
import { testApp, testClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'

const database = await testDatabase()
const proxy = await databaseProxy(database.url)
const organisation = { database, clock: testClock() }
const patient = await testApp({ with: organisation, throughUrl: proxy.url })
const { app, as, visitor, takeErrors } = await testApp({
  with: organisation,
  throughUrl: proxy.url,
  limits: { healthMs: 50, requestAnswerMs: 200 },
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

test('a write that was answered 503 is never done; repeated with its key it is done once', async () => {
  const admin = await as('admin')
  const key = { 'idempotency-key': 'uma-pessoa' }
  const write = (name: string) => admin.post('/people', { name }, key)
  await untilAnswered(admin, '/people')
  proxy.freeze()
  const answers = await Promise.all([
    write('Rita Parada'),
    admin.post('/people', { name: 'Rui Parado' }),
    admin.post('/auth/password', { currentPassword: goodPassword, newPassword: 'outra frase bem comprida' }),
  ])
  for (const { status, body } of answers) {
    assert.equal(status, 503)
    assert.match(body.message, /não respondeu a tempo, e nada foi feito/)
  }
  proxy.thaw()
  while ((await write('Rita Parada')).status !== 201) await sleep(5)
  // All writes have ended when the pool has its connections back.
  const { pool } = app.world.database
  while (pool.idleCount < pool.totalCount) await sleep(5)
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT name FROM people WHERE name LIKE '%Parad_' ORDER BY name`,
  )
  assert.deepEqual(rows, [{ name: 'Rita Parada' }])
  assert.equal((await admin.get('/members')).status, 200, 'the password is the same, and the session goes on')
  takeErrors()
})

test('after the database was lost, it reconnects and refills caches without a restart', async () => {
  const admin = await patient.as('admin')
  proxy.cut()
  patient.app.world.organisation.forget()
  await untilAnswered(patient.visitor, '/')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => admin.post('/people', { name: `Ana Cortada ${index}` })),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  for (const one of [patient, { takeErrors }]) one.takeErrors()
})
