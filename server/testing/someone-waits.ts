import { setImmediate as turn } from 'node:timers/promises'
import type { TestApp } from './test-app.ts'

/** Once a connection to the database waits for a lock that another one holds, or what was asked is done without waiting. */
export async function someoneWaits(
  { sql }: Pick<TestApp, 'sql'>,
  ...asked: Promise<unknown>[]
): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  for (let found = 0; found === 0; found = (await sql(waiting)).length)
    if (await Promise.race([...asked.map(async (one) => (await one, true)), turn(false)])) return
}
