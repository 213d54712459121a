import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryConfig } from 'pg'
import { runInTransaction } from './guarded-pool.ts'
import type { Database } from './open.ts'
import type { Querying } from './querying.ts'

const ATTEMPTS = 5

declare const transaction: unique symbol
/** One connection inside a transaction. The brand makes it a type error to pass the pool instead. */
export interface Tx extends Querying {
  readonly [transaction]: true
}

type Isolation = 'read committed' | 'repeatable read' | 'serializable'

/**
 * Runs `work` in one transaction: commits, or rolls back when it throws. Deadlocks and serialization failures are retried up to
 * five times, so `work` must have no side effects outside the database.
 */
export async function inTransaction<T>(
  database: Pick<Database, 'pool'>,
  work: (tx: Tx) => Promise<T>,
  isolation: Isolation = 'read committed',
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(database, work, isolation)
    } catch (error) {
      if (attempt === ATTEMPTS || !isCollision(error)) throw error
      // Random backoff, so that the two transactions do not collide again.
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** Runs `work` in a transaction and rolls it back. Returns what `work` returned: a dry run. */
export async function inRolledBackTransaction<T>(
  database: Pick<Database, 'pool'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined
  const rollback = new Error('undone')
  try {
    await inTransaction(database, async (tx) => {
      result = { value: await work(tx) }
      throw rollback
    })
  } catch (error) {
    if (error !== rollback || !result) throw error
    return result.value
  }
  throw rollback
}

async function attemptTransaction<T>(
  database: Pick<Database, 'pool'>,
  work: (tx: Tx) => Promise<T>,
  isolation: Isolation,
): Promise<T> {
  const client = await database.pool.connect()
  let broken: Error | undefined
  try {
    await client.query(
      isolation === 'read committed' ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation.toUpperCase()}`,
    )
    try {
      const result = await runInTransaction(database.pool, () => work(asTransaction(client)))
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => (broken = failure))
      throw error
    }
  } finally {
    // A connection whose ROLLBACK failed is closed instead of returned to the pool.
    client.release(broken)
  }
}

/** Returns the pool as a `Tx`: each statement commits by itself. For code that only reads, or runs a single write. */
export function withoutTransaction({ pool }: Pick<Database, 'pool'>): Tx {
  return asTransaction(pool)
}

function asTransaction(db: Querying): Tx {
  return { query: (config: QueryConfig) => db.query(config) } as Tx
}

/** Whether PostgreSQL aborted the transaction because of a concurrent one: serialization failure or deadlock. */
export function isCollision(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '40001' || code === '40P01'
}
