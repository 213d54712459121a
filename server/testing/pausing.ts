import { inTransaction } from '../database/transaction.ts'
import { waitersReach } from './someone-waits.ts'
import type { TestApp } from './test-app.ts'

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
export async function pausing({ sql, database }: Pick<TestApp, 'sql' | 'database'>) {
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
