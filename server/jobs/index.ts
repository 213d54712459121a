import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Db } from 'pg-boss'
import { PgBoss } from 'pg-boss'
import type { Listener } from '../database/listen.ts'
import type { Log } from '../database/log.ts'
import type { Database } from '../database/open.ts'
import type { Querying } from '../database/querying.ts'

/** Every queue of the program. Each is worked on by every process. */
export const queues = ['urgentMessages', 'messages', 'messageBatches'] as const
export type QueueName = (typeof queues)[number]

export interface NewJob {
  data: Record<string, string>
  /** Higher ones are taken first. */
  priority?: number
  /** Seconds from now. */
  after?: number
}

export interface Job {
  id: string
  data: Record<string, string>
  /** The program is ending: whoever only waits gives up with `JobInterrupted`. */
  signal: AbortSignal
}

/** The job was not begun: another process does it, or this one when it starts again. */
export class JobInterrupted extends Error {
  override name = 'JobInterrupted'
}

export interface Worker {
  /** Ends when the job under way has ended. */
  close(): Promise<void>
}

/** Work that is done later, by some process, at least once: also when the one that began it is killed. */
export interface Jobs {
  /** Puts work in a queue in the caller's transaction: it is done when that commits, and not otherwise. */
  add(db: Querying, queue: QueueName, jobs: readonly NewJob[]): Promise<void>
  /** Does the jobs of a queue, one at a time in this process. One whose handler throws is done again later. */
  work(queue: QueueName, handler: (job: Job) => Promise<void>): Worker
  close(): Promise<void>
}

const schema = 'pgboss'
const wakeChannel = 'agremia_jobs'
/** Any number that nothing else uses as an advisory lock. */
const installLock = 720_117
/** How often a queue is looked at when nothing is heard: jobs put off become due in silence. */
const lookEvery = 5000
/** A job that was just taken may not be locked yet. */
const takenFor = 3

/** Opens the queues, which are made when they are not there yet. Several processes may do it at once. */
export async function openJobs({
  database,
  listener,
  log,
}: {
  database: Database
  listener: Listener
  log: Log
}): Promise<Jobs> {
  const boss = await startBoss(database, log)
  const workers = new Set<Worker>()
  return {
    async add(db, queue, jobs) {
      if (jobs.length === 0) return
      const rows = jobs.map(({ data, priority = 0, after = 0 }) => ({
        data,
        priority,
        ...(after > 0 && { startAfter: Math.ceil(after) }),
      }))
      await boss.insert(queue, rows, { db: asBossDb(db) })
      await db.query({ text: 'SELECT pg_notify($1, $2)', values: [wakeChannel, queue] })
    },
    work(queue, handler) {
      const worker = startWorker({ boss, database, listener, log }, queue, handler)
      workers.add(worker)
      return worker
    },
    async close() {
      await Promise.all([...workers].map((worker) => worker.close()))
      await boss.stop({ graceful: false, close: false })
    },
  }
}

/** The library reads dates as dates, and its own statements only. */
function asBossDb(db: Querying): Db {
  return {
    executeSql: (text, values) =>
      db.query({ text, ...(values && { values }), types: pg.types } as Parameters<Querying['query']>[0]),
  }
}

async function startBoss(database: Database, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({ db: asBossDb(database.pool), schema, schedule: false, migrate: true })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue could not be looked after'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue is unwell'))
  const client = await database.pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [installLock])
    await boss.start()
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of queues) {
      if (known.has(name)) continue
      await boss.createQueue(name, {
        retryLimit: 100,
        retryDelay: 30,
        retryBackoff: true,
        retryDelayMax: 3600,
        // Whether a process died is known from its lock, not from how long it takes.
        expireInSeconds: 23 * 3600,
        retentionSeconds: 365 * 24 * 3600,
        deleteAfterSeconds: 3600,
      })
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [installLock]).catch(() => {})
    client.release()
  }
  return boss
}

interface Working {
  boss: PgBoss
  database: Database
  listener: Listener
  log: Log
}

function startWorker(working: Working, queue: QueueName, handler: (job: Job) => Promise<void>): Worker {
  const { listener, log } = working
  const stop = new AbortController()
  let wake = () => {}
  let heard = false
  const onWake = () => {
    heard = true
    wake()
  }
  const hearing = listener.listen(wakeChannel, (payload) => {
    if (payload === queue) onWake()
  })
  const run = async () => {
    let looked = 0
    while (!stop.signal.aborted) {
      heard = false
      try {
        if (Date.now() - looked >= lookEvery) {
          looked = Date.now()
          await recoverJobs(working, queue)
        }
        if (await workOnce(working, queue, handler, stop.signal)) continue
      } catch (error) {
        if (stop.signal.aborted) return
        log.warn({ err: error, queue }, 'the job queue could not be read')
        await sleep(1000, undefined, { signal: stop.signal, ref: false }).catch(() => {})
        continue
      }
      if (!heard) await rest()
    }
  }
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lookEvery)
      timer.unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (stop.signal.aborted) wake()
    })
  const running = run()
  return {
    async close() {
      stop.abort()
      wake()
      await running
      ;(await hearing)()
    },
  }
}

/** Does the next job that is due, if there is one. */
async function workOnce(
  { boss, database, log }: Working,
  queue: QueueName,
  handler: (job: Job) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  const [job] = await boss.fetch<Record<string, string>>(queue, { batchSize: 1 })
  if (!job) return false
  // Held for as long as the job is being done: the database gives it back when this process dies.
  const client = await database.pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`SELECT pg_advisory_lock(${lockOf('$1')})`, [job.id])
    await handler({ id: job.id, data: job.data, signal })
    await boss.complete(queue, job.id)
  } catch (error) {
    // Left as it is, it is taken up like that of a process that died.
    if (error instanceof JobInterrupted) return false
    log.warn({ err: error, queue, job: job.id }, 'a job failed; it will be done again')
    await boss.fail(queue, job.id, { message: error instanceof Error ? error.message : String(error) })
  } finally {
    await client
      .query(`SELECT pg_advisory_unlock(${lockOf('$1')})`, [job.id])
      .catch((error: Error) => (broken = error))
    client.release(broken)
  }
  return true
}

function lockOf(id: string): string {
  return `hashtextextended('job ' || ${id}::text, 0)`
}

/** Gives back the jobs of processes that died. */
async function recoverJobs({ boss, database, log }: Working, queue: QueueName): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ id: string }>(
      `WITH active AS MATERIALIZED (
         SELECT id FROM ${schema}.job WHERE name = $1 AND state = 'active'
           AND started_on < now() - ${takenFor} * interval '1 second')
       SELECT id FROM active WHERE pg_try_advisory_xact_lock(${lockOf('id')})`,
      [queue],
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) {
      log.warn({ queue, jobs: ids.length }, 'jobs of a process that ended are taken up again')
      await boss.fail(queue, ids, { message: 'the process ended' }, { db: asBossDb(client) })
      await client.query(`UPDATE ${schema}.job SET start_after = now() WHERE name = $1 AND id = ANY($2)`, [
        queue,
        ids,
      ])
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
