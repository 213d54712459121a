import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueueName } from '../jobs/index.ts'
import type { TestApp } from './test-app.ts'

/** Polls until the condition holds. Fails with `what` after five minutes of polling: long, for busy machines. */
export async function until(isTrue: () => boolean | Promise<boolean>, what = 'a condition'): Promise<void> {
  for (let tries = 0; tries < 15_000; tries++) {
    if (await isTrue()) return
    await sleep(20)
  }
  assert.fail(`timeout: ${what}`)
}

/** Resolves when the queue has no jobs. */
export async function jobsDone({ sql }: Pick<TestApp, 'sql'>, queue: QueueName): Promise<void> {
  while ((await sql('SELECT FROM jobs WHERE queue = $1', [queue])).length > 0) await sleep(10)
}

/** Resolves when no message waits to be sent or is being sent. */
export async function messagesSent({ sql }: Pick<TestApp, 'sql'>): Promise<void> {
  const waiting = () => sql("SELECT FROM messages WHERE state IN ('queued', 'sending')")
  await until(async () => (await waiting()).length === 0, 'all messages are sent')
}

/** Copies each job added from now on, since finished jobs are deleted. Returns a function that reads the copies. */
export async function recordJobs({ sql }: Pick<TestApp, 'sql'>) {
  await sql('CREATE TABLE IF NOT EXISTS recorded_jobs (queue text, data jsonb)')
  await sql(`CREATE OR REPLACE RULE record_jobs AS ON INSERT TO jobs
             DO ALSO INSERT INTO recorded_jobs VALUES (NEW.queue, NEW.data)`)
  await sql('TRUNCATE recorded_jobs')
  return () =>
    sql<{ queue: QueueName; data: Record<string, string> }>('SELECT queue, data FROM recorded_jobs')
}
