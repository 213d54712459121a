import type { Listener } from '../database/listen.ts'
import type { Log } from '../database/log.ts'
import type { Database } from '../database/open.ts'
import { prepared, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { openJobLocks } from './job-locks.ts'
import type { Job, Worker } from './worker.ts'
import { startWorker, wakeChannel } from './worker.ts'

export { JobInterrupted } from './worker.ts'
export type { Job, Worker } from './worker.ts'

/** All queues. Each process works on all of them. */
export type QueueName =
  | 'accountLinks'
  | 'urgentMessages'
  | 'messages'
  | 'messageBatches'
  | 'bulkActions'
  | 'paymentMessages'
  | 'quotaRuns'
  | 'receipts'
  | 'cardRuns'
  | 'cardPrints'

export interface NewJob {
  data: Record<string, string>
  /** Jobs with a higher priority are taken first. */
  priority?: number
  /** Seconds from now. */
  after?: number
}

/** A job queue in the database. Each job is done by one process at a time, and at least once: also if the process dies. */
export interface Jobs {
  /** Inserts jobs in the caller's transaction; they start after it commits. */
  add(db: Tx, queue: QueueName, jobs: readonly NewJob[]): Promise<void>
  /** Starts a worker on a queue: one job at a time. A job whose handler throws is retried with backoff. */
  work(queue: QueueName, handler: (job: Job) => Promise<void>): Worker
  close(): Promise<void>
}

interface JobsOptions {
  database: Pick<Database, 'pool' | 'url'>
  listener: Listener
  log: Log
}

/** Poll interval in ms: delayed jobs become due, and processes die, without a notification. */
const POLL_MS = 5000

export function openJobs({ database, listener, log }: JobsOptions): Jobs {
  const locks = openJobLocks(database.url)
  const workers = new Set<Worker>()
  const polling = setInterval(() => void poll(), POLL_MS).unref()

  /** Wakes the workers of all queues with due jobs. */
  async function poll(): Promise<void> {
    try {
      const due = await locks.dueQueues([...workers].map(({ queue }) => queue))
      for (const worker of workers) if (due.includes(worker.queue)) worker.wake()
    } catch (error) {
      log.warn({ err: error }, 'could not read the job queues')
    }
  }

  return {
    async add(db, queue, jobs) {
      if (jobs.length === 0) return
      const rows = jobs.map(({ data, priority = 0, after = 0 }) => ({ data, priority, after }))
      // `clock_timestamp()`: the delay begins now and not at the start of a long transaction.
      await db.send(
        prepared(sql`INSERT INTO jobs (queue, data, priority, due_at)
            SELECT ${queue}, data, priority, CASE WHEN after > 0 THEN clock_timestamp() + after * interval '1 second' ELSE now() END
            FROM jsonb_to_recordset(${JSON.stringify(rows)}) AS j (data jsonb, priority integer, after double precision)`),
      )
      await db.send(prepared(sql`SELECT pg_notify(${wakeChannel}, ${queue})`))
    },
    work(queue, handler) {
      const worker = startWorker({ pool: database.pool, locks, listener, log, queue, handler })
      workers.add(worker)
      return worker
    },
    async close() {
      clearInterval(polling)
      await Promise.all([...workers].map((worker) => worker.close()))
      await locks.close()
    },
  }
}
