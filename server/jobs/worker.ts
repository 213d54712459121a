import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Listener } from '../database/listen.ts'
import type { Log } from '../database/log.ts'
import type { Database } from '../database/open.ts'
import { execute, inline, many, raw, sql } from '../database/sql.ts'
import { asBossDb, schema } from './boss.ts'
import { type JobLocks, lockOf } from './job-locks.ts'

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

export interface Working {
  boss: PgBoss
  database: Pick<Database, 'pool'>
  locks: JobLocks
  listener: Listener
  log: Log
  queue: string
  handler: (job: Job) => Promise<void>
}

export const wakeChannel = 'agremia_jobs'
/** How often a queue is looked at when nothing is heard: jobs put off become due in silence. */
const lookEvery = 5000
/** A job that was just taken may not be locked yet. */
const takenFor = 3

/** Does the jobs of a queue, one after the other, until it is closed. */
export function startWorker(working: Working): Worker {
  const { listener, log, queue } = working
  const stop = new AbortController()
  const bell = makeBell()
  const hearing = listener.listen(wakeChannel, (payload) => {
    if (payload === queue) bell.ring()
  })

  async function run(): Promise<void> {
    let looked = 0
    while (!stop.signal.aborted) {
      bell.quiet()
      try {
        if (Date.now() - looked >= lookEvery) {
          looked = Date.now()
          await recoverJobs(working)
        }
        if (!(await workOnce(working, stop.signal))) await bell.heard(lookEvery)
      } catch (error) {
        if (stop.signal.aborted) return
        log.warn({ err: error, queue }, 'the job queue could not be read')
        await sleep(1000, undefined, { signal: stop.signal, ref: false }).catch(() => {})
      }
    }
  }

  const running = run()
  return {
    async close() {
      stop.abort()
      bell.ring()
      await running
      ;(await hearing)()
    },
  }
}

/** Remembers that it rang, also while nobody was waiting for it. */
function makeBell() {
  let rang = false
  let wake = () => {}
  return {
    ring() {
      rang = true
      wake()
    },
    quiet() {
      rang = false
    },
    /** Waits until it rings, or for so many milliseconds. */
    heard: (patience: number) =>
      new Promise<void>((resolve) => {
        if (rang) return resolve()
        const timer = setTimeout(resolve, patience)
        timer.unref()
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

/** Does the next job that is due; answers whether there was one. */
async function workOnce(
  { boss, locks, log, queue, handler }: Working,
  signal: AbortSignal,
): Promise<boolean> {
  const [job] = await boss.fetch<Record<string, string>>(queue, { batchSize: 1 })
  if (!job) return false
  let release: (() => Promise<void>) | undefined
  try {
    release = await locks.hold(job.id, signal)
    await handler({ id: job.id, data: job.data, signal })
    await boss.complete(queue, job.id)
  } catch (error) {
    // Left as it is, it is taken up like that of a process that died.
    if (error instanceof JobInterrupted || signal.aborted) return false
    log.warn({ err: error, queue, job: job.id }, 'a job failed; it will be done again')
    await boss.fail(queue, job.id, { message: error instanceof Error ? error.message : String(error) })
  } finally {
    await release?.()
  }
  return true
}

/** Gives back the jobs of processes that died: nobody holds their locks any more. */
async function recoverJobs({ boss, database, log, queue }: Working): Promise<void> {
  const client = await database.pool.connect()
  try {
    await execute(client, sql`BEGIN`)
    const rows = await many(
      client,
      sql`WITH active AS MATERIALIZED (
         SELECT id FROM ${raw(schema)}.job WHERE name = ${queue} AND state = 'active'
           AND started_on < now() - ${inline(takenFor)} * interval '1 second')
       SELECT id FROM active WHERE pg_try_advisory_xact_lock(${lockOf(sql`id`)})`,
      { id: 'uuid' },
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) {
      log.warn({ queue, jobs: ids.length }, 'jobs of a process that ended are taken up again')
      await boss.fail(queue, ids, { message: 'the process ended' }, { db: asBossDb(client) })
      await execute(
        client,
        sql`UPDATE ${raw(schema)}.job SET start_after = now() WHERE name = ${queue} AND id = ANY(${ids})`,
      )
    }
    await execute(client, sql`COMMIT`)
  } catch (error) {
    await execute(client, sql`ROLLBACK`).catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
