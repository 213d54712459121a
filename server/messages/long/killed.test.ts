import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertSampleMembers } from '../../setup/sample-members.ts'
import { realProcesses } from '../../testing/real-process.ts'
import { until } from '../../testing/wait.ts'
import { startTestMailServer } from '../../testing/test-mail-server.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const { database, start } = await realProcesses({ SMTP_URL: mail.url })
const people = 240

async function countByState(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM messages GROUP BY state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('a process killed during a batch loses no message, sends none twice and leaves at most two doubtful', async () => {
  const first = await start()
  await insertSampleMembers(database.pool, { count: people, today: '2026-11-21' })
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM people WHERE email IS NOT NULL AND death_date IS NULL',
  )
  assert.ok((rows[0]?.count ?? 0) > people / 2)
  await first.patch('/settings/messagesPerMinute', { value: '6000' })
  mail.reply = async () => {
    await sleep(4)
    return 'take' as const
  }
  await first.post('/message_batches', {
    subject: 'Assembleia geral',
    body: '<p>{saudacao}, contamos consigo.</p>',
    channel: 'email',
    audience: { query: {} },
  })
  await until(async () => mail.received.length >= 30)
  await first.kill()
  const second = await start()
  await until(async () => {
    const { queued = 0, sending = 0 } = await countByState()
    const { rows: batches } = await database.pool.query<{ state: string }>(
      'SELECT state FROM message_batches',
    )
    return batches[0]?.state === 'composed' && queued + sending === 0
  })
  await second.kill()

  const { sent = 0, doubtful = 0, ...others } = await countByState()
  assert.deepEqual(others, {})
  // Two workers send.
  assert.ok(doubtful <= 2, `${doubtful} in doubt`)
  const { rows: expected } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM message_batch_people WHERE outcome = 'message'`,
  )
  assert.equal(sent + doubtful, expected[0]?.count)
  const perRecipient = new Map<string, number>()
  for (const { to } of mail.received) perRecipient.set(to, (perRecipient.get(to) ?? 0) + 1)
  assert.deepEqual(
    [...perRecipient].filter(([, count]) => count > 1),
    [],
  )
  assert.ok(perRecipient.size >= sent && perRecipient.size <= sent + doubtful)
  const { rows: batch } = await database.pool.query(
    'SELECT total, done, sent, failed, left_out FROM message_batches',
  )
  const [{ total, done, left_out: leftOut }] = batch as [{ total: number; done: number; left_out: number }]
  assert.deepEqual([total, done, leftOut], [people, people, people - sent - doubtful])
})
