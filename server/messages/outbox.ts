import type { Engine } from '../rest/modules.ts'
import { composeBatch } from './compose-batch.ts'
import { createMailer } from './mailer.ts'
import { sendMessage } from './send-message.ts'
import { createHttpSmsSender } from './sms-gateway.ts'

export interface Outbox {
  close(): Promise<void>
}

/** Sends what is announced, one at a time, sharing the queue with other processes. What is urgent has a way of its own. */
export function startOutbox(engine: Engine): Outbox {
  const { world } = engine
  const ways = { mailer: createMailer(world), sms: createHttpSmsSender(world) }
  const urgentWays = { mailer: createMailer(world), sms: ways.sms }
  const workers = [
    world.jobs.work('urgentMessages', (job) => sendMessage(engine, urgentWays, job)),
    world.jobs.work('messages', (job) => sendMessage(engine, ways, job)),
    world.jobs.work('messageBatches', (job) =>
      composeBatch(world, { id: job.data['id'] as string, signal: job.signal }),
    ),
  ]
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker.close()))
      ways.mailer.close()
      urgentWays.mailer.close()
    },
  }
}
