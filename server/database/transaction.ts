import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { QueryConfig } from 'pg'
import { statementLimits } from '../limits.ts'
import type { Querying } from './querying.ts'
import type { TextKey } from './sealed-text.ts'
import { sealText, textKeyName, textKeyOfPool, textKeysOfPool } from './sealed-text.ts'
import { sql } from './sql.ts'
import { beginCommit } from './waiting-caller.ts'
import type { Database } from './database.ts'

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
  /**
   * Encrypts a text that the transaction stores (`sealed-text.ts`). Its key is locked: it is not deleted before the transaction ends. When it
   * was replaced a moment ago, the transaction is repeated.
   */
  seal(text: string): string
  /** The form of a text that this transaction has encrypted. */
  sealedBefore(text: string): string | undefined
  /** All encrypted forms that a text may have in this database. */
  sealedForms(text: string): string[]
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
  const sent: Promise<unknown>[] = []
  let failure: { error: unknown } | undefined
  let isOpen = true
  let cause: unknown
  /** A statement is refused because one before it failed: the error of that one says why. */
  const causeOf = (error: unknown) => (isRefused(error) ? (cause ?? error) : (cause = error))
  const holdWrites = writeTwicePerTurn(client)
  const sealing = sealingOf(database.pool, ({ version }) => {
    void send(sql`SELECT hold_key(${textKeyName}, ${version})`)
  })
  const query = (statement: QueryConfig) => {
    // A savepoint's locks end with it.
    if (statement.text.startsWith('ROLLBACK TO')) sealing.holdAgain()
    // Work that goes on beside one that failed would write into the next transaction of the connection.
    if (!isOpen) return Promise.reject(new Error('the transaction has ended'))
    holdWrites()
    return client.query(statement).catch((error: unknown) => {
      throw causeOf(error)
    })
  }
  const send = async (statement: string | QueryConfig) => {
    if (!isOpen) throw new Error('the transaction has ended')
    holdWrites()
    const answer: Promise<unknown> = client.query(statement as string)
    // Also handles the rejection of those that nobody waits for any more.
    answer.catch((error: unknown) => {
      if (causeOf(error) === error) failure ??= { error }
    })
    sent.push(answer)
  }
  try {
    // Connections are pipelined: the first statement follows at once, and the commit follows the last.
    void send(isolation === 'read committed' ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation.toUpperCase()}`)
    try {
      const result = await runInTransaction(database.pool, () =>
        work(asTransaction({ query }, send, sealing)),
      )
      if (failure) throw failure.error
      beginCommit()
      void send('COMMIT')
      isOpen = false
      await Promise.all(sent)
      return result
    } catch (error) {
      isOpen = false
      await client.query('ROLLBACK').catch((unusable: Error) => (broken = unusable))
      throw causeOf(error)
    }
  } finally {
    // A connection whose ROLLBACK failed is closed instead of returned to the pool.
    client.release(broken)
  }
}

/**
 * Returns a function to call before each statement. The first of a turn of the event loop leaves at once: PostgreSQL runs it while the others are
 * composed. These leave in one write, which costs one system call.
 */
function writeTwicePerTurn(client: pg.PoolClient): () => void {
  const { stream } = (client as pg.Client & pg.PoolClient).connection
  let count = 0
  return () => {
    count += 1
    if (count === 2) stream.cork()
    if (count > 1) return
    process.nextTick(() => {
      if (count > 1) stream.uncork()
      count = 0
    })
  }
}

/** Returns the pool as a `Tx`: each statement commits by itself. For code that only reads, or runs a single write. */
export function withoutTransaction({ pool }: Pick<Database, 'pool'>): Tx {
  return asTransaction(
    pool,
    async (statement) => {
      await pool.query(statement)
    },
    sealingOf(pool, () => {}),
  )
}

function asTransaction(
  db: Querying,
  send: Tx['send'],
  { seal, sealedBefore, sealedForms }: Pick<Tx, 'seal' | 'sealedBefore' | 'sealedForms'>,
): Tx {
  return { query: (config: QueryConfig) => db.query(config), send, seal, sealedBefore, sealedForms } as Tx
}

/** Encrypts texts with the pool's key, and calls `hold` before the first one. */
function sealingOf(pool: object, hold: (key: TextKey) => void) {
  const sealed = new Map<string, string>()
  let held: TextKey | undefined
  return {
    seal(text: string) {
      const key = held ?? textKeyOfPool(pool)
      if (!held) hold((held = key))
      const form = sealed.get(text) ?? sealText(key, text)
      sealed.set(text, form)
      return form
    },
    sealedBefore: (text: string) => sealed.get(text),
    sealedForms: (text: string) => textKeysOfPool(pool).map((key) => sealText(key, text)),
    holdAgain() {
      held = undefined
      sealed.clear()
    },
  }
}

/** Whether a statement failed only because another one of its transaction had failed before. */
function isRefused(error: unknown): boolean {
  return (error as { code?: string }).code === '25P02'
}

/** Whether PostgreSQL aborted the transaction because of a concurrent one: serialization failure or deadlock. */
export function isCollision(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '40001' || code === '40P01'
}

/**
 * Awaits statements of one transaction, which are sent in their order before the first is answered: each sees what those before it wrote.
 * For statements that may run in any order, `Promise.all`.
 */
export function inOrder<T extends readonly unknown[]>(
  sent: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  return Promise.all(sent)
}

/** Raises the statement timeout of this transaction, for background work on all members. */
export async function allowLongStatements(tx: Querying): Promise<void> {
  const limit = `${statementLimits.backgroundSeconds}s`
  await tx.query(sql`SELECT set_config('statement_timeout', ${limit}, true)`)
}

/** PostgreSQL and socket error codes. */
const codes =
  /^(08|57P0|53300|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/
const words =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/i

/** Whether the error says that the database is temporarily out of reach, so that a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string }
  return (typeof code === 'string' && codes.test(code)) || words.test(message ?? '')
}
