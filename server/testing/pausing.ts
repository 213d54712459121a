import { inTransaction } from '../database/transaction.ts'
import { waitersReach } from './someone-waits.ts'
import type { TestApp } from './test-app.ts'

/** Any number that nothing else uses as an advisory lock. */
const pause = 8_888_001

interface Started<T> {
  /** When and where it is held: `AFTER UPDATE ON members FOR EACH ROW`. */
  when: string
  start: () => Promise<T>
}

/**
 * Answers a function that starts something and does `work` while its transaction is open: it is held at the trigger `when`, with
 * every lock that it has by then. That function answers what was started.
 */
export async function pausing({ sql, database }: Pick<TestApp, 'sql' | 'database'>) {
  await sql(`CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(${pause}); RETURN NEW; END $$`)
  return async <T>({ when, start }: Started<T>, work: () => Promise<unknown>): Promise<T> => {
    // The last by name of the triggers of its time: after foreign keys took their locks.
    await sql(`CREATE TRIGGER "zz pause" ${when} EXECUTE FUNCTION pause()`)
    let running: Promise<T> | undefined
    try {
      await inTransaction(database, async (db) => {
        await db.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [pause] })
        running = start()
        await waitersReach({ sql }, 1, running)
        await work()
      })
      return await running!
    } finally {
      await running?.catch(() => undefined)
      await sql(`DROP TRIGGER "zz pause" ON ${/ ON (\w+)/.exec(when)?.[1]}`)
    }
  }
}
