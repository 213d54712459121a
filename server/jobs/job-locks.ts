import pg from 'pg'
import { execute, many, maybeOne, sql } from '../database/sql.ts'
import { databaseLimits } from '../limits.ts'

/** A job with an advisory lock that this process holds. */
export interface LockedJob {
  id: string
  release(): Promise<void>
}

export interface JobLocks {
  /** Those of the queues that have due jobs. */
  dueQueues(queues: string[]): Promise<string[]>
  /** Locks the first due job of a queue that no worker has; undefined when there is none. */
  takeNext(queue: string): Promise<LockedJob | undefined>
  /** Locks a name, and returns the function that releases it; undefined when a process holds it. */
  lock(name: string): Promise<(() => Promise<void>) | undefined>
  /** The queue of each job that this process has. */
  lockedQueues(): string[]
  /** Releases all locks that this process has. */
  releaseAll(): Promise<void>
  close(): Promise<void>
}

/** With more workers than this on one queue, the others stay idle until one finishes. */
const MAX_WORKERS = 32

/**
 * Advisory locks on their own connection, held while a job runs; PostgreSQL releases them when this process dies. On a connection of
 * the pool, each running job would take one from the requests and from its own handler.
 */
export function openJobLocks(url: string): JobLocks {
  // A session gets a lock that it already holds, so this set distinguishes the holders in this process.
  const held = new Set<string>()
  /** Queues of the locked jobs, by id. */
  const queueOf = new Map<string, string>()
  // A pool of one connection that never closes idle: it reconnects when the connection (and its locks) is lost.
  const connection = new pg.Pool({
    connectionString: url,
    application_name: 'agremia jobs',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: databaseLimits.connectMs,
    query_timeout: databaseLimits.connectMs,
    keepAlive: true,
  })
  connection.on('error', () => {})
  connection.on('connect', (client) => client.on('error', () => {}))

  async function lock(name: string): Promise<(() => Promise<void>) | undefined> {
    if (held.has(name)) return undefined
    held.add(name)
    const key = sql`hashtextextended(${name}, 0)`
    try {
      const row = await maybeOne(connection, sql`SELECT pg_try_advisory_lock(${key}) AS "isAcquired"`, {
        isAcquired: 'boolean',
      })
      if (row?.isAcquired)
        return async () => {
          held.delete(name)
          await execute(connection, sql`SELECT pg_advisory_unlock(${key})`).catch(() => {})
        }
      held.delete(name)
      return undefined
    } catch (error) {
      held.delete(name)
      throw error
    }
  }

  return {
    async dueQueues(queues) {
      const rows = await many(
        connection,
        sql`SELECT name FROM unnest(${queues}::text[]) AS name WHERE EXISTS (SELECT FROM jobs WHERE queue = name AND due_at <= now())`,
        { name: 'text' },
      )
      return rows.map(({ name }) => name)
    },
    async takeNext(queue) {
      const due = await many(
        connection,
        sql`SELECT id FROM jobs WHERE queue = ${queue} AND due_at <= now() ORDER BY priority DESC, due_at, id LIMIT ${MAX_WORKERS}`,
        { id: 'uuid' },
      )
      for (const { id } of due) {
        const release = await lock(`job ${id}`)
        if (!release) continue
        queueOf.set(id, queue)
        return {
          id,
          async release() {
            queueOf.delete(id)
            await release()
          },
        }
      }
      return undefined
    },
    lock,
    lockedQueues: () => [...queueOf.values()],
    async releaseAll() {
      await execute(connection, sql`SELECT pg_advisory_unlock_all()`).catch(() => {})
    },
    close: () => connection.end(),
  }
}
