import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertSampleMembers } from '../../../setup/sample-members.ts'
import { realProcesses } from '../../../testing/real-process.ts'
import { until } from '../../../testing/wait.ts'

const { database, start } = await realProcesses() /** More than one chunk of the composer (50). */
const people = 70

test('after a kill between two chunks another process continues, and each member gets one message', async () => {
  const first = await start()
  await insertSampleMembers(database.pool, { count: people, today: '2026-11-21' })
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM members ORDER BY id')
  const memberIds = rows.map(({ id }) => id)
  for (const memberId of memberIds)
    await first.post('/unsettled_payments', { memberId, type: 'other', amount: 10, dueDate: '2026-01-31' })
  const message = { subject: 'Regularize', body: '<p>{{valor}}</p>', channel: 'email', memberIds }
  const { _id: id } = await first.post('/payment_message', message)

  // A transaction that holds the ledger lock of the last member stops the second chunk.
  const writer = await database.pool.connect()
  await writer.query('BEGIN')
  await writer.query('SELECT FROM member_balances WHERE id = $1 FOR UPDATE', [memberIds.at(-1)])
  await first.post(`/payment_message/${String(id)}/send`, {})
  const progress = async () => {
    const result = await database.pool.query<{ state: string; done: number }>(
      'SELECT state, done FROM message_batches',
    )
    return result.rows
  }
  await until(async () => (await progress())[0]?.done === 50)
  await first.kill()
  await writer.query('ROLLBACK')
  writer.release()

  const second = await start()
  await until(async () => (await second.get(`/payment_message/${String(id)}`))['status'] === 'sent')
  assert.deepEqual(await progress(), [{ state: 'composed', done: people }])
  const { rows: duplicates } = await database.pool.query(
    `SELECT about_id FROM messages GROUP BY about_id HAVING count(*) > 1`,
  )
  assert.deepEqual(duplicates, [])
  const { rows: missing } = await database.pool.query(
    `SELECT FROM message_batch_people b LEFT JOIN messages g ON g.batch_id = b.batch_id AND g.about_id = b.member_id::text
     WHERE b.outcome IS NULL OR (b.outcome = 'message') <> (g.id IS NOT NULL)`,
  )
  assert.deepEqual(missing, [])
})
