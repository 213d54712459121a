import { setImmediate as turn } from 'node:timers/promises'
import type { TestApp } from './test-app.ts'

/** Once a connection to the database waits for a lock that another one holds. */
export async function someoneWaits({ sql }: Pick<TestApp, 'sql'>): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while ((await sql(waiting)).length === 0) await turn()
}
