import { setTimeout as sleep } from 'node:timers/promises'
import type { Listener } from '../database/listen.ts'
import type { Log } from '../database/log.ts'
import type { Database } from '../database/open.ts'
import { execute, jsonOf, maybeOne, sql } from '../database/sql.ts'
import type { JobLocks } from './job-locks.ts'

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
  pool: Database['pool']
  locks: JobLocks
  listener: Listener
  log: Log
  queue: string
  handler: (job: Job) => Promise<void>
}

export const wakeChannel = 'agremia_jobs'
/** Milliseconds between two looks at a quiet queue: jobs fall due, and processes die, without a notification. */
const POLL_MS = 5000
/** Seconds before a job that failed is retried: doubled at each attempt, up to the longest. */
const BACKOFF_S = { first: 30, longest: 3600 }

/** Does the jobs of a queue, one after the other, until it is closed. */
export function startWorker(working: Working): Worker {
  const { listener, log, queue } = working
  const stop = new AbortController()
  const bell = makeBell()
  const hearing = listener.listen(wakeChannel, (payload) => {
    if (payload === queue) bell.ring()
  })

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      bell.quiet()
      try {
        if (!(await workOnce(working, stop.signal))) await bell.heard(POLL_MS)
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

/** Does the next due job; false when there is none. */
async function workOnce(
  { pool, locks, log, queue, handler }: Working,
  signal: AbortSignal,
): Promise<boolean> {
  const locked = await locks.takeNext(queue)
  if (!locked) return false
  const { id, release } = locked
  try {
    // Another process may have done it, or put it off, before its lock was ours.
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
  }
  return true

  async function attempt({ data, attempts }: { data: Job['data']; attempts: number }): Promise<void> {
    try {
      await handler({ id, data, signal })
      await execute(pool, sql`DELETE FROM jobs WHERE id = ${id}`)
    } catch (error) {
      // Left as it is, another process takes it once the lock is released.
      if (error instanceof JobInterrupted || signal.aborted) return
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
