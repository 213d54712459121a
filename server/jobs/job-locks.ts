import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Sql } from '../database/sql.ts'
import { one, raw, sql } from '../database/sql.ts'
import { databaseLimits } from '../limits.ts'

/** Milliseconds between two tries for a lock that another process holds: it does not hold it for long. */
const RETRY_MS = 50

/** Locks of the jobs that this process is doing. */
export interface JobLocks {
  /** Waits for the lock of a job; the answer releases it. Throws when the signal aborts. */
  hold(id: string, signal: AbortSignal): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** SQL: the number of a job's advisory lock. */
export function lockOf(id: Sql): Sql {
  return sql`hashtextextended('job ' || ${id}::text, 0)`
}

/**
 * Advisory locks on one connection of their own, held for as long as a job runs: PostgreSQL releases them when this process
 * dies. On a connection of the pool, each running job would take one from the requests, and from its own handler.
 */
export function createJobLocks(url: string): JobLocks {
  const held = new Set<string>()
  // A pool of one that never closes an idle connection: it opens the next one when this one breaks, its locks with it.
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

  async function ask(call: string, id: string): Promise<boolean> {
    const { done } = await one(connection, sql`SELECT ${raw(call)}(${lockOf(sql`${id}`)}) AS done`, {
      done: 'boolean',
    })
    return done
  }

  return {
    async hold(id, signal) {
      // A session gets a lock that it has already: two runs of one job in this process are told apart here.
      while (held.has(id) || !(await ask('pg_try_advisory_lock', id)))
        await sleep(RETRY_MS, undefined, { signal, ref: false })
      held.add(id)
      return async () => {
        held.delete(id)
        await ask('pg_advisory_unlock', id).catch(() => {})
      }
    },
    close: () => connection.end(),
  }
}
