import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { jsonOf, maybeOne, nullable, one, raiseVersion, sql, textOf } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Job } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { smsLimits } from '../limits.ts'
import { pdfFileName } from '../pdf/index.ts'
import { cancelIfSilenced } from './cancel-silenced.ts'
import { composeBatch } from './compose-batch.ts'
import { composeWaiting, prepareWaiting } from './composition.ts'
import type { Attachment } from './compose.ts'
import type { Mailer } from './mailer.ts'
import { createMailer } from './mailer.ts'
import { hasMailServer, hasSmsService } from './obstacle.ts'
import type { Outcome, Outgoing } from './outgoing.ts'
import { writeToFolder } from './outgoing.ts'
import { holdMessage, markDoubtful, recordOutcome } from './record-outcome.ts'
import type { SmsSender } from './sms.ts'
import { createHttpSmsSender } from './sms.ts'
import type { World } from '../rest/modules.ts'
import type { Channel } from './channels.ts'

interface Outbox {
  close(): Promise<void>
}

/**
 * The workers that send messages, by queue; each has its own connection to the mail server. Of two, one waits for its slot while the
 * other transmits: with one, a slow answer of the server would lower the rate.
 */
const senderQueues = ['urgentMessages', 'messages', 'messages'] as const

/** Starts the workers that compose batches and send messages. */
export function startOutbox(world: World): Outbox {
  const sms = createHttpSmsSender(world)
  const mailers = senderQueues.map(() => createMailer(world))
  const workers = [
    ...mailers.map((mailer, index) =>
      world.jobs.work(senderQueues[index]!, (job) => sendMessage(world, { mailer, sms }, job)),
    ),
    world.jobs.work('messageBatches', (job) =>
      composeBatch(world, { id: job.data['id'] as string, signal: job.signal }),
    ),
  ]
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker.close()))
      for (const mailer of mailers) mailer.close()
    },
  }
}

interface Senders {
  mailer: Mailer
  sms: SmsSender
}

type ClaimedMessage = RowOf<typeof claimedShape>
const claimedShape = {
  id: 'uuid',
  version: 'integer',
  kind: textOf<'service' | 'news'>(),
  channel: textOf<Channel>(),
  address: 'text',
  recipient_name: 'text?',
  person_id: 'uuid?',
  subject: 'text',
  body_text: 'text',
  body_html: 'text?',
  attachments: nullable(jsonOf<Attachment[]>()),
  attempts: 'integer',
  is_urgent: 'boolean',
  batch_id: 'uuid?',
  sealed: 'bytes?',
  /** Whether the batch was cancelled before this attempt, which a user then requested. */
  was_batch_cancelled: 'boolean?',
} as const

/**
 * Sends one message at most once. Commits the state `sending` first, so that a message whose process crashes becomes `doubtful`
 * and a user decides whether to send it again.
 */
async function sendMessage(world: World, senders: Senders, job: Job): Promise<void> {
  const id = job.data['id'] as string
  if (!(await waitUntilAllowed(world, id, job))) return
  if (await cancelIfSilenced(world, id)) return
  const message = await claim(world, id, job.id)
  if (!message) return
  const outcome = await deliver(world, senders, message)
  await recordOutcome(world, message, outcome)
}

/** The result of a test message. */
interface TestResult {
  _id: string
  outcome: 'sent' | 'failed' | 'held'
  /** The answer of the other server. */
  detail: string | null
}

/** Sends a message that has no job, without retries, while a user waits for the outcome. */
export async function sendNow(world: World, id: string): Promise<TestResult> {
  const message = await claim(world, id, newId())
  if (!message) return { _id: id, outcome: 'failed', detail: null }
  await takeSlot(world)
  const mailer = createMailer(world, { connection: 4000, silence: 7000 })
  const senders = { mailer, sms: createHttpSmsSender(world, smsLimits.testAnswerTime) }
  const outcome = await deliver(world, senders, message).finally(() => mailer.close())
  // No automatic retry: the user can send another test.
  const result: Outcome = outcome.kind === 'postponed' ? { ...outcome, kind: 'refused' } : outcome
  await recordOutcome(world, message, result)
  const { kind, detail } = result
  return { _id: id, outcome: kind === 'sent' || kind === 'held' ? kind : 'failed', detail }
}

/** Waits for a slot of the rate limit. Returns whether the message is still to be sent. */
async function waitUntilAllowed(world: World, id: string, job: Job): Promise<boolean> {
  const message = await maybeOne(
    world.database.pool,
    sql`SELECT state, is_urgent, sending_job, channel FROM messages WHERE id = ${id}`,
    { state: 'text', is_urgent: 'boolean', sending_job: 'uuid?', channel: textOf<Channel>() },
  )
  if (message?.state === 'sending' && message.sending_job === job.id) await markDoubtful(world, id)
  if (message?.state !== 'queued') return false
  const settings = await world.organisation.settings()
  const hasServer = message.channel === 'sms' ? hasSmsService(settings) : hasMailServer(world, settings)
  if (message.is_urgent) {
    if (hasServer) await takeSlot(world)
    return true
  }
  if (settings.SendMessages === 'true' && hasServer) await waitForSlot(world, job.signal)
  // Reads the setting again: it may have changed while waiting.
  if ((await world.organisation.setting('SendMessages')) === 'true') return true
  await holdMessage(world, id)
  return false
}

/**
 * Marks the message as being sent, composed from what is true at that moment; undefined when it is not queued any more, because of another
 * process, a cancellation, or because it has nothing to say.
 */
async function claim(world: World, id: string, jobId: string): Promise<ClaimedMessage | undefined> {
  const { database } = world
  const isThis = sql`m.id = ${id} AND m.state = 'queued'`
  if (!(await prepareWaiting(world, isThis))) return markSending(database.pool, id, jobId)
  return inTransaction(database, async (db) => {
    await composeWaiting({ world, db }, isThis)
    return markSending(db, id, jobId)
  })
}

async function markSending(db: Querying, id: string, jobId: string): Promise<ClaimedMessage | undefined> {
  return maybeOne(
    db,
    sql`UPDATE messages SET state = 'sending', sending_job = ${jobId}, attempts = attempts + 1, next_attempt_at = NULL,
             reason = NULL, last_error = NULL, ${raiseVersion()}
           WHERE id = ${id} AND state = 'queued'
           RETURNING id, version, kind, channel, recipient AS address, recipient_name, person_id, subject, body_text, body_html,
             attachments, attempts, is_urgent, batch_id, sealed,
             (SELECT b.state = 'cancelled' FROM message_batches b WHERE b.id = batch_id) AS was_batch_cancelled`,
    claimedShape,
  )
}

async function deliver(world: World, { mailer, sms }: Senders, message: ClaimedMessage): Promise<Outcome> {
  try {
    const outgoing = await outgoingOf(world, message)
    const outcome =
      message.channel === 'sms'
        ? await sms.send({ id: message.id, to: message.address, text: outgoing.text })
        : await mailer.send(outgoing)
    if (outcome.kind === 'held') await writeToFolder(world, outgoing)
    return outcome
  } catch (error) {
    if (error instanceof MissingFile) return { kind: 'refused', detail: error.message }
    // Errors while sending are outcomes of the senders, so nothing was sent when this throws.
    world.log.warn({ err: error, message: message.id }, 'could not render a message')
    return {
      kind: 'postponed',
      detail: 'A mensagem não pôde ser preparada. A explicação está no registo do servidor.',
    }
  }
}

class MissingFile extends Error {
  override name = 'MissingFile'
}

/** The message with its decrypted content and its attachments. */
async function outgoingOf(world: World, message: ClaimedMessage): Promise<Outgoing> {
  const content = message.sealed
    ? (JSON.parse(await world.keys.unseal('messages', message.sealed)) as ClaimedMessage)
    : message
  const attachments = []
  for (const attachment of message.attachments ?? [])
    attachments.push(await readAttachment(world, attachment))
  return {
    id: message.id,
    kind: message.kind,
    address: message.address,
    recipientName: message.recipient_name,
    personId: message.person_id,
    subject: content.subject,
    text: content.body_text,
    html: content.body_html,
    attachments,
  }
}

async function readAttachment(
  world: World,
  attachment: Attachment,
): Promise<Outgoing['attachments'][number]> {
  if ('document' in attachment) {
    const { document, id } = attachment
    const draw = world.areas.map(({ documents }) => documents?.[document]).find(Boolean)
    if (!draw) throw new Error(`no document ${document}`)
    const { name, pdf } = await draw(world, id)
    return { fileName: pdfFileName(name), mediaType: 'application/pdf', content: pdf }
  }
  const { id, variant, fileName, mediaType } = attachment
  const file = await world.files.read(id, variant)
  if (!file) throw new MissingFile(`Falta o ficheiro «${fileName}», que ia em anexo.`)
  return { fileName, mediaType, content: await buffer(file) }
}

/** Milliseconds between looks at the clock, which tests advance. */
const pollInterval = 200

/** Reserves the next moment at which a message may be sent, under the rate limit that all processes share. */
async function takeSlot({ database, clock, organisation }: World): Promise<Date> {
  const gap = 60_000 / Number(await organisation.setting('messagesPerMinute'))
  const now = clock()
  const { slot } = await one(
    database.pool,
    sql`INSERT INTO message_pace AS pace (name, next_at) VALUES ('messages', ${now}::timestamptz + ${gap} * interval '1 millisecond')
           ON CONFLICT (name) DO UPDATE SET next_at = greatest(pace.next_at, ${now}::timestamptz) + ${gap} * interval '1 millisecond'
           RETURNING (next_at - ${gap} * interval '1 millisecond') AS slot`,
    { slot: 'moment' },
  )
  return new Date(slot)
}

/** Reserves a slot and waits for it. Throws JobInterrupted when the program ends meanwhile. */
async function waitForSlot(world: World, signal: AbortSignal): Promise<void> {
  const slot = (await takeSlot(world)).getTime()
  for (;;) {
    if (signal.aborted) throw new JobInterrupted()
    const left = slot - world.clock().getTime()
    if (left <= 0) return
    await sleep(Math.min(left, pollInterval), undefined, { ref: false })
  }
}
