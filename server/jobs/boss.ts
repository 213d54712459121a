import pg from 'pg'
import type { Db } from 'pg-boss'
import { PgBoss } from 'pg-boss'
import type { Log } from '../database/log.ts'
import type { Database } from '../database/open.ts'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'

/** Where the library keeps its tables. */
export const schema = 'pgboss'
/** Any number that nothing else uses as an advisory lock. */
const installLock = 720_117

const options = {
  retryLimit: 100,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Whether a process died is known from its lock, not from how long it takes.
  expireInSeconds: 23 * 3600,
  retentionSeconds: 365 * 24 * 3600,
  deleteAfterSeconds: 3600,
}

/** Starts the library, with its tables and the queues, which are made when they are not there yet. */
export async function startBoss(
  { pool, url }: Pick<Database, 'pool' | 'url'>,
  log: Log,
  queues: readonly string[],
): Promise<PgBoss> {
  const boss = new PgBoss({ db: asBossDb(pool), schema, schedule: false, migrate: true })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue could not be looked after'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue is unwell'))
  // Not one of the pool: the library asks the pool for its own meanwhile.
  const client = new pg.Client({ connectionString: url, application_name: 'agremia jobs' })
  client.on('error', () => {})
  try {
    await client.connect()
    await execute(client, sql`SELECT pg_advisory_lock(${installLock})`)
    await boss.start()
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of queues.filter((wanted) => !known.has(wanted))) {
      await boss.createQueue(name, options)
      // Jobs are inserted in transactions: the library must know the queue before, or it asks the pool for it there.
      await boss.insert(name, [])
    }
  } finally {
    await client.end()
  }
  return boss
}

/** The connections it was given stay open. */
export async function stopBoss(boss: PgBoss): Promise<void> {
  await boss.stop({ graceful: false, close: false })
}

/** A connection as the library wants it: it reads dates as dates, unlike the rest of the program. */
export function asBossDb(db: Querying): Db {
  return { executeSql: (text, values) => db.query({ text, ...(values && { values }), types: pg.types }) }
}
