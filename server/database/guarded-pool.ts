import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** A transaction of the running code. `isOpen` becomes false when it ends, since work that it did not await may go on. */
interface OpenTransaction {
  pool: pg.Pool
  isOpen: boolean
}

const transactions = new AsyncLocalStorage<OpenTransaction>()

/**
 * A pool that reports nested use: code inside a transaction that asks the pool for a second connection. If all connections
 * are in such transactions, they deadlock until the connection timeout.
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

/** Runs `work` and marks its async context as inside a transaction of the pool. */
export async function runInTransaction<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const transaction = { pool, isOpen: true }
  try {
    return await transactions.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}
