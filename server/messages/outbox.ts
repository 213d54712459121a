import type { Engine } from '../rest/modules.ts'
import { composeBatch } from './compose-batch.ts'
import { createMailer } from './mailer.ts'
import { sendMessage } from './send-message.ts'
import { createHttpSmsSender } from './sms-gateway.ts'

export interface Outbox {
  close(): Promise<void>
}

/** Starts the workers that compose batches and send messages, one at a time. Urgent messages have their own queue and connection. */
export function startOutbox(engine: Engine): Outbox {
  const { world } = engine
  const senders = { mailer: createMailer(world), sms: createHttpSmsSender(world) }
  const urgentSenders = { mailer: createMailer(world), sms: senders.sms }
  const workers = [
    world.jobs.work('urgentMessages', (job) => sendMessage(engine, urgentSenders, job)),
    world.jobs.work('messages', (job) => sendMessage(engine, senders, job)),
    world.jobs.work('messageBatches', (job) =>
      composeBatch(world, { id: job.data['id'] as string, signal: job.signal }),
    ),
  ]
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker.close()))
      senders.mailer.close()
      urgentSenders.mailer.close()
    },
  }
}
