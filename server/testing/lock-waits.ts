import { setImmediate as turn } from 'node:timers/promises'
import { inTransaction } from '../database/transaction.ts'
import type { TestApp } from './test-app.ts'

type App = Pick<TestApp, 'sql'>

/** Resolves when a database connection waits for a lock, or when one of `operations` is done. */
export function untilSomeoneWaits(app: App, ...operations: Promise<unknown>[]): Promise<void> {
  return waitersReach(app, 1, ...operations)
}

/** Resolves when `count` connections wait for locks, or when one of `operations` is done. */
export async function waitersReach(
  { sql }: App,
  count: number,
  ...operations: Promise<unknown>[]
): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  for (let found = 0; found < count; found = (await sql(waiting)).length)
    if (await Promise.race([...operations.map(async (one) => (await one, true)), turn(false)])) return
}

/** Any number that no other advisory lock has. */
const pause = 8_888_001

interface PausedOperation<T> {
  /** Trigger at which the transaction pauses: `AFTER UPDATE ON members FOR EACH ROW`. */
  when: string
  start: () => Promise<T>
}

/**
 * Returns a function that starts an operation, pauses it at the trigger `when` with all its locks held, runs `work` meanwhile, and then
 * returns the result of the operation.
 */
export async function createPause({ sql, database }: Pick<TestApp, 'sql' | 'database'>) {
  await sql(`CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(${pause}); RETURN NEW; END $$`)
  return async <T>({ when, start }: PausedOperation<T>, work: () => Promise<unknown>): Promise<T> => {
    // Triggers fire by name: this one last, after foreign keys took their locks.
    await sql(`CREATE TRIGGER "zz pause" ${when} EXECUTE FUNCTION pause()`)
    let operation: Promise<T> | undefined
    try {
      await inTransaction(database, async (db) => {
        await db.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [pause] })
        operation = start()
        await waitersReach({ sql }, 1, operation)
        await work()
      })
      return await operation!
    } finally {
      await operation?.catch(() => undefined)
      await sql(`DROP TRIGGER "zz pause" ON ${/ ON (\w+)/.exec(when)?.[1]}`)
    }
  }
}
