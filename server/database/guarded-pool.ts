import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** A transaction of the running code. `isOpen` turns false when it ends: work it started and did not await goes on. */
interface OpenTransaction {
  pool: pg.Pool
  isOpen: boolean
}

const transactions = new AsyncLocalStorage<OpenTransaction>()

/**
 * A pool that reports code which asks it for a connection inside a transaction on it. With every connection taken by
 * such transactions, each waits for the others until the wait for a connection times out.
 */
export class GuardedPool extends pg.Pool {
  onNestedUse: (error: Error) => void = () => {}

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    const current = transactions.getStore()
    if (current?.isOpen && current.pool === this)
      this.onNestedUse(new Error('a transaction asked the pool for a second connection'))
    return callback ? super.connect(callback) : super.connect()
  }
}

/** Runs the work of a transaction on a connection of the pool. */
export async function runInTransaction<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const transaction = { pool, isOpen: true }
  try {
    return await transactions.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}
