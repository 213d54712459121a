import type { Listener } from '../database/listen.ts'
import type { Log } from '../database/log.ts'
import { prepared, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { openJobLocks } from './job-locks.ts'
import type { Job, Worker } from './worker.ts'
import { startWorker, wakeStatement, wakeWorkers } from './worker.ts'
import type { Database } from '../database/database.ts'

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
  | 'chargeChecks'
  | 'receipts'
  | 'cardRuns'
  | 'cardPrints'
  | 'treasuryPosting'
  | 'gatewayRequests'
  | 'incomingPayments'
  | 'debitBatches'
  | 'rounds'
  | 'imports'
  | 'dataPackages'
  | 'backups'
  | 'encryption'

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
  /** Does work unless a process is doing work of the same name. The lock ends with its process. */
  exclusively(name: string, work: () => Promise<void>): Promise<void>
  /** The queue of each job that this process is doing. */
  running(): string[]
  /** Takes no more jobs, and tells the running ones to stop. */
  stop(): void
  /** Resolves when the running jobs have ended. */
  close(): Promise<void>
  /** Gives up the running jobs, of which the process will do nothing more, so that other processes take them at once. */
  abandon(): Promise<void>
}

interface JobsOptions {
  database: Pick<Database, 'pool' | 'listenUrl'>
  listener: Listener
  log: Log
}

/** Poll interval in ms: delayed jobs become due, and processes die, without a notification. */
const POLL_MS = 5000

export function openJobs({ database, listener, log }: JobsOptions): Jobs {
  const locks = openJobLocks(database.listenUrl)
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
      await db.send(prepared(wakeStatement(queue)))
    },
    work(queue, handler) {
      const worker = startWorker({ pool: database.pool, locks, listener, log, queue, handler })
      workers.add(worker)
      return worker
    },
    running: locks.lockedQueues,
    stop() {
      for (const worker of workers) worker.stop()
    },
    async exclusively(name, work) {
      const release = await locks.lock(name)
      if (!release) return
      try {
        await work()
      } finally {
        await release()
      }
    },
    async close() {
      clearInterval(polling)
      await Promise.all([...workers].map((worker) => worker.close()))
      await locks.close()
    },
    async abandon() {
      const queues = locks.lockedQueues()
      await locks.releaseAll()
      for (const queue of queues) await wakeWorkers(database.pool, queue)
    },
  }
}
