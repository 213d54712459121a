import assert from 'node:assert/strict'
import { withoutTransaction } from '../../database/transaction.ts'
import { type TestContext, after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setTimeout as sleep } from 'node:timers/promises'
import { testApp } from '../../testing/test-app.ts'
import { startTestMailServer } from '../../testing/test-mail-server.ts'
import { messageTools } from '../testing.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const config = { smtpUrl: mail.url }
const here = await testApp({ config })
const there = await testApp({ with: here, config })
const { app, clock, sql, database } = here
const { tell, until, set } = messageTools(here)

/** Advances the clock until the test ends, or until the returned function is called. */
function runClock(t: TestContext): () => void {
  const ticking = setInterval(() => clock.advance({ seconds: 1 }), 10)
  const stop = () => clearInterval(ticking)
  t.after(stop)
  return stop
}

/** Waits until `count` messages were sent, and checks for a moment that no other is. */
async function assertSent(count: number): Promise<void> {
  await until(async () => mail.received.length >= count)
  for (let looks = 0; looks < 15; looks++) {
    await sleep(20)
    assert.equal(mail.received.length, count)
  }
}

test('two processes together keep the rate limit of messages per minute', async () => {
  await set('messagesPerMinute', '4')
  for (let index = 0; index < 12; index++) await tell(`fila${index}@exemplo.pt`)
  await assertSent(1)
  // Four per minute: one slot every fifteen seconds.
  clock.advance({ seconds: 14 })
  await assertSent(1)
  for (const count of [2, 3, 4, 5]) {
    clock.advance({ seconds: 15 })
    await assertSent(count)
  }
  assert.ok(there.app)
})

test('an urgent message does not wait behind the queue', async () => {
  const before = mail.received.length
  await tell('entrar@exemplo.pt', {
    event: 'loginLink',
    secretLink: 'https://exemplo.pt/x',
  })
  await until(async () => mail.to('entrar@exemplo.pt').length === 1)
  assert.equal(mail.received.length, before + 1)
})

test('both processes send the next message while the server has not answered another', async (t) => {
  await sql(`UPDATE messages SET state = 'cancelled' WHERE state = 'queued'`)
  await set('messagesPerMinute', '6000')
  runClock(t)
  const isHeld = (recipient: string) => recipient.startsWith('presa')
  const answers = Promise.withResolvers<'take'>()
  const held = new Set<string>()
  mail.reply = (recipient) => {
    if (!isHeld(recipient)) return 'take'
    held.add(recipient)
    return answers.promise
  }
  for (const name of ['presa1', 'presa2', 'presa3', 'livre']) await tell(`${name}@exemplo.pt`)
  await until(async () => held.size === 3 && mail.to('livre@exemplo.pt').length === 1)
  assert.equal(mail.received.filter(({ to }) => isHeld(to)).length, 0)
  answers.resolve('take')
  await until(async () => mail.received.filter(({ to }) => isHeld(to)).length === 3)
  mail.reply = () => 'take'
})

test('a queue of ten thousand messages does not load their contents into memory', async (t) => {
  await sql(`UPDATE messages SET state = 'cancelled' WHERE state = 'queued'`)
  await sql('DELETE FROM message_pace')
  await set('messagesPerMinute', '6000')
  mail.received.length = 0
  const text = 'Convocatória. '.repeat(400)
  await sql(
    `INSERT INTO messages (id, cause, channel, recipient, subject, body_text, search_text)
     SELECT gen_random_uuid(), 'bulk', 'email', 'muitos' || n || '@exemplo.pt', 'Convocatória', $1, ''
     FROM generate_series(1, 10000) AS n`,
    [text],
  )
  const rows = await sql<{ id: string }>(`SELECT id FROM messages WHERE state = 'queued'`)
  assert.equal(rows.length, 10_000)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const heapBefore = process.memoryUsage().heapUsed
  await app.world.jobs.add(
    withoutTransaction(database),
    'messages',
    rows.map(({ id }) => ({ data: { id } })),
  )
  rows.length = 0
  const stopClock = runClock(t)
  await until(async () => mail.received.length >= 300)
  stopClock()
  mail.received.length = 0
  collect()
  const grown = process.memoryUsage().heapUsed - heapBefore
  // All contents together have some 60 MB.
  assert.ok(grown < 40_000_000, `${Math.round(grown / 1e6)} MB more`)
  const left = await sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM messages WHERE state IN ('queued', 'sending')`,
  )
  assert.ok((left[0]?.count ?? 0) > 9000)
})
