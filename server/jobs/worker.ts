import { setTimeout as sleep } from 'node:timers/promises'
import type { Listener } from '../database/listen.ts'
import type { Log } from '../database/log.ts'
import type { Sql } from '../database/sql.ts'
import { execute, jsonOf, maybeOne, sql } from '../database/sql.ts'
import { isUnreachable } from '../database/transaction.ts'
import type { JobLocks } from './job-locks.ts'
import type { Database } from '../database/database.ts'

export interface Job {
  id: string
  data: Record<string, string>
  /** Aborted when the process stops; a handler that is waiting throws `JobInterrupted`. */
  signal: AbortSignal
}

/** Thrown by a handler that stopped before doing its work: the job stays in the queue. */
export class JobInterrupted extends Error {
  override name = 'JobInterrupted'
  override message = 'the process is stopping'
}

export interface Worker {
  readonly queue: string
  /** Looks for due jobs, now or after the current one. */
  wake(): void
  /** Takes no more jobs, and tells the current one to stop. */
  stop(): void
  /** Resolves when the current job has ended. */
  close(): Promise<void>
}

export interface WorkerOptions {
  pool: Database['pool']
  locks: JobLocks
  listener: Listener
  log: Log
  queue: string
  handler: (job: Job) => Promise<void>
}

const wakeChannel = 'agremia_jobs'

/** Wakes the workers of a queue in all processes, when the transaction commits. */
export function wakeStatement(queue: string): Sql {
  return sql`SELECT pg_notify(${wakeChannel}, ${queue})`
}

/** Tells the workers of other processes that a job of the queue is free again. Without it, their next poll finds it. */
export async function wakeWorkers(pool: Database['pool'], queue: string): Promise<void> {
  await execute(pool, wakeStatement(queue)).catch(() => {})
}

/** Seconds until a failed job is retried: doubles with each attempt up to the limit. */
const BACKOFF_S = { first: 30, longest: 3600 }

/** Works on a queue, one job at a time, until closed. An idle worker waits for a notification or `wake`. */
export function startWorker(options: WorkerOptions): Worker {
  const { listener, log, queue } = options
  const stop = new AbortController()
  const bell = makeBell()
  const listening = listener.listen(wakeChannel, (payload) => {
    if (payload === queue) bell.ring()
  })

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      bell.reset()
      try {
        if (!(await workOnce(options, stop.signal))) await bell.wait()
      } catch (error) {
        if (stop.signal.aborted) return
        log.warn({ err: error, queue }, 'could not read the job queue')
        await sleep(1000, undefined, { signal: stop.signal, ref: false }).catch(() => {})
      }
    }
  }
  // Of a job that was added between a first look and the beginning of LISTEN only the next poll would know.
  const running = listening.then(run)
  const stopWorking = () => {
    stop.abort()
    bell.ring()
  }

  return {
    queue,
    wake: () => bell.ring(),
    stop: stopWorking,
    async close() {
      stopWorking()
      await running
      ;(await listening)()
    },
  }
}

/** A signal that remembers being set while nobody waited. */
function makeBell() {
  let isRinging = false
  let wake = () => {}
  return {
    ring() {
      isRinging = true
      wake()
    },
    reset() {
      isRinging = false
    },
    /** Resolves when the bell rings. */
    wait: () =>
      new Promise<void>((resolve) => {
        if (isRinging) return resolve()
        wake = resolve
      }),
  }
}

/** Does the next due job. Returns false when there is none. */
async function workOnce(
  { pool, locks, log, queue, handler }: WorkerOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const locked = await locks.takeNext(queue)
  if (!locked) return false
  const { id, release } = locked
  let isInterrupted = false
  try {
    // Another process may have done or postponed the job before we got its lock.
    const job = await maybeOne(
      pool,
      sql`SELECT data, attempts FROM jobs WHERE id = ${id} AND due_at <= now()`,
      {
        data: jsonOf<Job['data']>(),
        attempts: 'integer',
      },
    )
    if (job) await attempt(job)
  } finally {
    await release()
    if (isInterrupted) await wakeWorkers(pool, queue)
  }
  return true

  async function attempt({ data, attempts }: { data: Job['data']; attempts: number }): Promise<void> {
    try {
      await handler({ id, data, signal })
      await execute(pool, sql`DELETE FROM jobs WHERE id = ${id}`)
    } catch (error) {
      // Unchanged, so that another process takes it when the lock is released.
      isInterrupted = error instanceof JobInterrupted || signal.aborted
      if (isInterrupted) return
      // Not the job's fault: it is retried as soon as the database responds.
      if (isUnreachable(error)) throw error
      log.warn({ err: error, queue, job: id }, 'a job failed; it will be retried')
      const message = error instanceof Error ? error.message : String(error)
      const wait = Math.min(BACKOFF_S.longest, BACKOFF_S.first * 2 ** attempts)
      await execute(
        pool,
        sql`UPDATE jobs SET attempts = attempts + 1, last_error = ${message}, due_at = now() + ${wait} * interval '1 second' WHERE id = ${id}`,
      )
    }
  }
}
