import { setTimeout as sleep } from 'node:timers/promises'
import type { QueueName } from '../jobs/index.ts'
import type { TestApp } from './test-app.ts'

/** Once no job of the queue waits or is under way. */
export async function jobsDone({ sql }: Pick<TestApp, 'sql'>, queue: QueueName): Promise<void> {
  const left = `SELECT FROM pgboss.job WHERE name = $1 AND state IN ('created', 'retry', 'active')`
  while ((await sql(left, [queue])).length > 0) await sleep(10)
}
