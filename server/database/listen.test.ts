import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { testDatabase } from '../testing/test-database.ts'
import { type Listener, openListener } from './listen.ts'
import type { Log } from './log.ts'

const database = await testDatabase({ migrated: false })
const quiet: Log = { warn() {}, error() {} }

async function open(t: TestContext, log = quiet): Promise<Listener> {
  const listener = await openListener({ url: database.url, log })
  t.after(() => listener.close())
  return listener
}

async function notify(channel: string, payload: string): Promise<void> {
  await database.pool.query('select pg_notify($1, $2)', [channel, payload])
}

/** Returns a function that waits for the next payload of a channel. */
async function inbox(listener: Listener, channel: string): Promise<() => Promise<string>> {
  const arrived: string[] = []
  let wake: () => void = () => {}
  await listener.listen(channel, (payload) => {
    arrived.push(payload)
    wake()
  })
  return async () => {
    while (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return arrived.shift() ?? ''
  }
}

const cutConnection = () =>
  database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'agremia listen' and datname = current_database()`,
  )

test('every listener of a channel gets its notifications', async (t) => {
  const listener = await open(t)
  const [one, same, other] = await Promise.all([
    inbox(listener, 'one'),
    inbox(listener, 'one'),
    inbox(listener, 'Outro canal'),
  ])
  await notify('one', 'a')
  await notify('Outro canal', 'ção')
  assert.deepEqual(await Promise.all([one(), same(), other()]), ['a', 'a', 'ção'])
})

test('a stopped listener gets no more notifications', async (t) => {
  const listener = await open(t)
  const received: string[] = []
  const stop = await listener.listen('one', (payload) => received.push(payload))
  const next = await inbox(listener, 'one')
  await notify('one', 'a')
  assert.equal(await next(), 'a')
  stop()
  await notify('one', 'b')
  assert.equal(await next(), 'b')
  assert.deepEqual(received, ['a'])
})

test('reconnects after a cut and reports the gap', async (t) => {
  const listener = await open(t)
  const next = await inbox(listener, 'one')
  for (const payload of ['after one cut', 'after two']) {
    const gap = new Promise<void>((resolve) => listener.onGap(resolve))
    await cutConnection()
    await gap
    await notify('one', payload)
    assert.equal(await next(), payload)
  }
})

test('a channel added while the connection is down is listened to after reconnecting', async (t) => {
  const listener = await open(t)
  const gap = new Promise<void>((resolve) => listener.onGap(resolve))
  await cutConnection()
  const next = await inbox(listener, 'new')
  await gap
  await notify('new', 'a')
  assert.equal(await next(), 'a')
})

test('an exception in a handler does not affect other handlers', async (t) => {
  const errors: object[] = []
  const listener = await open(t, { ...quiet, error: (details) => errors.push(details) })
  await listener.listen('one', () => {
    throw new Error('no')
  })
  const next = await inbox(listener, 'one')
  await notify('one', 'a')
  assert.equal(await next(), 'a')
  assert.equal(errors.length, 1)
})

test('rejects at once if the database does not exist', async () => {
  const url = new URL(database.url)
  url.pathname = '/does_not_exist'
  await assert.rejects(openListener({ url: url.href, log: quiet }), { code: '3D000' })
})
