import type { Listener } from '../database/listen.ts'
import type { Log } from '../database/log.ts'
import type { Database } from '../database/open.ts'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'
import { asBossDb, startBoss, stopBoss } from './boss.ts'
import { createJobLocks } from './job-locks.ts'
import type { Job, Worker } from './worker.ts'
import { startWorker, wakeChannel } from './worker.ts'

export { JobInterrupted } from './worker.ts'
export type { Job, Worker } from './worker.ts'

/** Every queue of the program. Each is worked on by every process. */
const queues = [
  'accountLinks',
  'urgentMessages',
  'messages',
  'messageBatches',
  'paymentMessages',
  'quotaRuns',
  'receipts',
  'cardRuns',
  'cardPrints',
] as const
export type QueueName = (typeof queues)[number]

export interface NewJob {
  data: Record<string, string>
  /** Higher ones are taken first. */
  priority?: number
  /** Seconds from now. */
  after?: number
}

/** Work that is done later, by some process, at least once: also when the one that began it is killed. */
export interface Jobs {
  /** Puts work in a queue in the caller's transaction: it is done when that commits, and not otherwise. */
  add(db: Querying, queue: QueueName, jobs: readonly NewJob[]): Promise<void>
  /** Does the jobs of a queue, one at a time in this process. One whose handler throws is done again later. */
  work(queue: QueueName, handler: (job: Job) => Promise<void>): Worker
  close(): Promise<void>
}

interface Opening {
  database: Pick<Database, 'pool' | 'url'>
  listener: Listener
  log: Log
}

/** Makes the library's tables and the queues, and leaves them. */
export async function installJobs(database: Pick<Database, 'pool' | 'url'>, log: Log): Promise<void> {
  const boss = await startBoss(database, log, queues)
  await stopBoss(boss)
}

/** Opens the queues, which are made when they are not there yet. Several processes may do it at once. */
export async function openJobs({ database, listener, log }: Opening): Promise<Jobs> {
  const boss = await startBoss(database, log, queues)
  const locks = createJobLocks(database.url)
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
      await execute(db, sql`SELECT pg_notify(${wakeChannel}, ${queue})`)
    },
    work(queue, handler) {
      const worker = startWorker({ boss, database, locks, listener, log, queue, handler })
      workers.add(worker)
      return worker
    },
    async close() {
      await Promise.all([...workers].map((worker) => worker.close()))
      await stopBoss(boss)
      await locks.close()
    },
  }
}
