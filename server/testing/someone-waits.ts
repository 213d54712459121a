import { setImmediate as turn } from 'node:timers/promises'
import type { TestApp } from './test-app.ts'

type App = Pick<TestApp, 'sql'>

/** Resolves when a database connection waits for a lock, or when `asked` is done. */
export function someoneWaits(app: App, ...operations: Promise<unknown>[]): Promise<void> {
  return waitersReach(app, 1, ...operations)
}

/** Resolves when `count` connections wait for locks, or when one of `asked` is done. */
export async function waitersReach(
  { sql }: App,
  count: number,
  ...operations: Promise<unknown>[]
): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  for (let found = 0; found < count; found = (await sql(waiting)).length)
    if (await Promise.race([...operations.map(async (one) => (await one, true)), turn(false)])) return
}
