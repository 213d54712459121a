import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { openListener } from '../database/listen.ts'
import { migrate } from '../database/migrate.ts'
import { inTransaction } from '../database/transaction.ts'
import { testDatabase } from '../testing/test-database.ts'
import { testLog } from '../testing/test-log.ts'
import { until } from '../testing/wait.ts'
import type { Jobs } from './index.ts'
import { JobInterrupted, openJobs } from './index.ts'

const closing: (() => Promise<void>)[] = []
// Registered first, so that it runs before the database is dropped.
after(async () => {
  for (const close of closing) await close()
})
const database = await testDatabase()

async function openProcess(): Promise<Jobs> {
  const listener = await openListener({ url: database.url, log: testLog })
  const jobs = openJobs({ database, listener, log: { warn: () => {}, error: () => {} } })
  closing.push(
    () => jobs.close(),
    () => listener.close(),
  )
  return jobs
}

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ data: { name: String(from + index) } }))
const [one, other, third] = (await Promise.all([openProcess(), openProcess(), openProcess()])) as [
  Jobs,
  Jobs,
  Jobs,
]

test('jobs run once, shared by processes, and only after their transaction commits', async () => {
  const done: string[] = []
  const note = async ({ data }: { data: Record<string, string> }) => void done.push(data['name'] ?? '')
  const workers = [one, other].map((jobs) => jobs.work('messageBatches', note))
  const rolledBack = inTransaction(database, async (tx) => {
    await one.add(tx, 'messageBatches', names(100, 110))
    throw new Error('undone')
  })
  await assert.rejects(rolledBack, /undone/)
  await inTransaction(database, (tx) => third.add(tx, 'messageBatches', names(0, 40)))
  await until(() => done.length >= 40)
  // A later job: those that must not run would have run before it.
  await inTransaction(database, (tx) => third.add(tx, 'messageBatches', names(40, 41)))
  await until(() => done.includes('40'))
  assert.deepEqual(
    done.map(Number).sort((left, right) => left - right),
    Array.from({ length: 41 }, (_, index) => index),
  )
  await Promise.all(workers.map((worker) => worker.close()))
})

test('higher priority first; a failed job is retried later', async () => {
  const done: string[] = []
  await inTransaction(database, (tx) =>
    one.add(tx, 'messageBatches', [
      { data: { name: 'ordinary' } },
      { data: { name: 'important' }, priority: 1 },
      { data: { name: 'later' }, after: 3600 },
    ]),
  )
  const worker = one.work('messageBatches', async ({ data }) => {
    done.push(data['name'] ?? '')
    if (done.length === 2) throw new Error('not now')
  })
  await until(async () => {
    const { rows } = await database.pool.query(
      `SELECT FROM jobs WHERE data ->> 'name' = 'ordinary' AND attempts = 1 AND due_at > now() AND last_error = 'not now'`,
    )
    return rows.length === 1
  })
  assert.deepEqual(done, ['important', 'ordinary'])
  await worker.close()
})

test('a job that could not reach the database is retried at once and counts no attempt', async () => {
  const attempts: unknown[] = []
  const worker = one.work('cardPrints', async ({ id }) => {
    const { rows } = await database.pool.query('SELECT attempts, last_error FROM jobs WHERE id = $1', [id])
    attempts.push(...rows)
    if (attempts.length === 1) throw Object.assign(new Error('the server stops'), { code: '57P01' })
  })
  await inTransaction(database, (tx) => one.add(tx, 'cardPrints', names(0, 1)))
  await until(() => attempts.length === 2)
  assert.deepEqual(attempts, Array(2).fill({ attempts: 0, last_error: null }))
  await worker.close()
})

test('a job whose process lost its connection is done by another process', async () => {
  const began = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const done: string[] = []
  const stuck = one.work('receipts', async () => {
    began.resolve()
    await finish.promise
    done.push('one')
  })
  await inTransaction(database, (tx) => one.add(tx, 'receipts', names(0, 1)))
  await began.promise
  const takers = [other, third].map((jobs) =>
    jobs.work('receipts', async ({ data }) => void done.push(`taker of ${data['name']}`)),
  )
  await inTransaction(database, (tx) => one.add(tx, 'receipts', names(1, 2)))
  await until(() => done.length > 0)
  assert.deepEqual(done.splice(0), ['taker of 1'], 'other processes cannot lock the first job')
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  await database.pool.query(`SELECT pg_notify('agremia_jobs', 'receipts')`)
  await until(() => done.length === 1)
  assert.deepEqual(done, ['taker of 0'])
  finish.resolve()
  await Promise.all([stuck, ...takers].map((worker) => worker.close()))
})

for (const how of ['whose worker is stopped', 'that is abandoned'])
  test(`a job ${how} is taken by another process at once, without a poll`, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const [stopping, taking] = [await openProcess(), await openProcess()]
    const began = Promise.withResolvers<void>()
    const never = Promise.withResolvers<void>()
    const done: string[] = []
    stopping.work('quotaRuns', async ({ signal }) => {
      began.resolve()
      if (how === 'that is abandoned') return never.promise
      await once(signal, 'abort')
      throw new JobInterrupted()
    })
    await inTransaction(database, (tx) => one.add(tx, 'quotaRuns', names(0, 1)))
    await began.promise
    const taker = taking.work('quotaRuns', async ({ data }) => void done.push(data['name'] ?? ''))
    // After this one the taker waits for a notification.
    await inTransaction(database, (tx) => one.add(tx, 'quotaRuns', names(1, 2)))
    await until(() => done.length === 1)
    stopping.stop()
    if (how === 'that is abandoned') await stopping.abandon()
    await until(() => done.length === 2)
    assert.deepEqual(done, ['1', '0'])
    never.resolve()
    await taker.close()
  })

test('a stopped process ends its job and takes no other', async () => {
  const stopping = await openProcess()
  const began = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const done: string[] = []
  const worker = stopping.work('accountLinks', async ({ data }) => {
    began.resolve()
    await finish.promise
    done.push(data['name'] ?? '')
  })
  await inTransaction(database, (tx) => one.add(tx, 'accountLinks', names(0, 2)))
  await began.promise
  stopping.stop()
  finish.resolve()
  await worker.close()
  assert.equal(done.length, 1)
  const { rows } = await database.pool.query(`SELECT FROM jobs WHERE queue = 'accountLinks'`)
  assert.equal(rows.length, 1)
})

test('jobs that become due without a notification are found by the next poll, in all queues', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const polling = await openProcess()
  const done: string[] = []
  const queues = ['messages', 'cardRuns'] as const
  await database.pool
    .query(`INSERT INTO jobs (queue, data, due_at) SELECT queue, '{}', now() + interval '1 hour'
    FROM unnest(ARRAY['messages', 'cardRuns']) AS queue`)
  await database.pool.query(`INSERT INTO jobs (queue, data) VALUES ('cardPrints', '{}')`)
  const workers = queues.map((queue) => polling.work(queue, async () => void done.push(queue)))
  // The workers of a process look for their first job one after the other.
  let prints = 0
  workers.push(polling.work('cardPrints', async () => void prints++))
  await until(() => prints === 1)
  await database.pool.query('UPDATE jobs SET due_at = now() WHERE queue = ANY ($1)', [queues])
  await inTransaction(database, (tx) => one.add(tx, 'cardPrints', names(0, 1)))
  await until(() => prints === 2)
  assert.deepEqual(done, [])
  t.mock.timers.tick(5000)
  await until(() => done.length === 2)
  assert.deepEqual(done.toSorted(), ['cardRuns', 'messages'])
  await Promise.all(workers.map((worker) => worker.close()))
})

test('the migration takes over the jobs of the previous library', async () => {
  const old = await testDatabase({ migrated: false })
  await old.pool
    .query(`CREATE SCHEMA pgboss; CREATE TABLE pgboss.job (id serial, name text, data jsonb, priority integer,
    state text, start_after timestamptz DEFAULT now(), created_on timestamptz DEFAULT now(), retry_count integer DEFAULT 0)`)
  await old.pool
    .query(`INSERT INTO pgboss.job (name, data, priority, state) VALUES ('messages', '{"id": "waiting"}', 2, 'created'),
    ('messages', '{"id": "under way"}', 0, 'active'), ('messages', '{"id": "done"}', 0, 'completed')`)
  await migrate(old)
  const { rows } = await old.pool.query(
    `SELECT data ->> 'id' AS id, priority, to_regclass('pgboss.job') AS left FROM jobs WHERE queue = 'messages' ORDER BY priority DESC`,
  )
  assert.deepEqual(rows, [
    { id: 'waiting', priority: 2, left: null },
    { id: 'under way', priority: 0, left: null },
  ])
})
