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
  /**
   * Sends a statement without waiting for its answer, which nobody needs: the commit waits for all of these. One that fails undoes the
   * transaction, which then throws its error. Outside of a transaction it waits.
   */
  send(config: QueryConfig): Promise<void>
}

type Isolation = 'read committed' | 'repeatable read' | 'serializable'

/**
 * Does the work in one transaction: all of it or, when it throws, nothing. When PostgreSQL undoes it because of another
 * transaction (a deadlock, a serialisation failure) the work is done again, so it must touch nothing but the database.
 */
export async function inTransaction<T>(
  database: Pick<Database, 'pool'>,
  work: (tx: Tx) => Promise<T>,
  isolation: Isolation = 'read committed',
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(database, work, isolation)
    } catch (error) {
      if (attempt === ATTEMPTS || !isCollision(error)) throw error
      // Not in step with the other one, which waits too.
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** Does the work in a transaction that is then undone: what it answers is what would have come of it. */
export async function inUndoneTransaction<T>(
  database: Pick<Database, 'pool'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined
  const undone = new Error('undone')
  try {
    await inTransaction(database, async (tx) => {
      result = { value: await work(tx) }
      throw undone
    })
  } catch (error) {
    if (error !== undone || !result) throw error
    return result.value
  }
  throw undone
}

async function once<T>(
  database: Pick<Database, 'pool'>,
  work: (tx: Tx) => Promise<T>,
  isolation: Isolation,
): Promise<T> {
  const client = await database.pool.connect()
  let broken: Error | undefined
  const sent: Promise<unknown>[] = []
  let failure: { error: unknown } | undefined
  let isOpen = true
  const query = (statement: QueryConfig) => {
    // Work that goes on beside one that failed would write into the next transaction of the connection.
    if (!isOpen) return Promise.reject(new Error('the transaction has ended'))
    return client.query(statement)
  }
  const send = async (statement: string | QueryConfig) => {
    if (!isOpen) throw new Error('the transaction has ended')
    const answer: Promise<unknown> = client.query(statement as string)
    // Also handles the rejection of those that nobody waits for any more.
    answer.catch((error: unknown) => (failure ??= { error }))
    sent.push(answer)
  }
  try {
    // Connections are pipelined: the first statement follows at once, and the commit follows the last.
    void send(isolation === 'read committed' ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation.toUpperCase()}`)
    try {
      const result = await runInTransaction(database.pool, () => work(asTransaction({ query }, send)))
      if (failure) throw failure.error
      void send('COMMIT')
      isOpen = false
      await Promise.all(sent)
      return result
    } catch (error) {
      isOpen = false
      await client.query('ROLLBACK').catch((unusable: Error) => (broken = unusable))
      // After a statement that failed, PostgreSQL refuses all others: the first one says why.
      throw failure ? failure.error : error
    }
  } finally {
    // A connection that could not even undo is thrown away.
    client.release(broken)
  }
}

/** Returns the pool as a `Tx`: each statement commits by itself. For work that only reads, and for a single write. */
export function withoutTransaction({ pool }: Pick<Database, 'pool'>): Tx {
  return asTransaction(pool, async (statement) => {
    await pool.query(statement)
  })
}

function asTransaction(db: Querying, send: Tx['send']): Tx {
  return { query: (config: QueryConfig) => db.query(config), send } as Tx
}

/** Whether PostgreSQL undid something because of another transaction. */
export function isCollision(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '40001' || code === '40P01'
}
