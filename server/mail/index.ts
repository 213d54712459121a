import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { v7 as newId } from 'uuid'
import type { World } from '../context.ts'
import type { Querying } from '../database/querying.ts'

export interface Message {
  /** What made it: `loginLink`. */
  cause: string
  recipient: string
  subject: string
  text: string
}

export const messagesChannel = 'agremia_messages'

/** Puts a message in the outbox, in the transaction of what caused it. It leaves when that commits. */
export async function queueMessage(
  db: Querying,
  { cause, recipient, subject, text }: Message,
): Promise<void> {
  await db.query({
    text: 'INSERT INTO messages (id, cause, recipient, subject, body_text, next_attempt_at) VALUES ($1, $2, $3, $4, $5, now())',
    values: [newId(), cause, recipient, subject, text],
  })
  await db.query({ text: `SELECT pg_notify('${messagesChannel}', '')` })
}

interface QueuedMessage {
  id: string
  recipient: string
  subject: string
  body_text: string
  attempts: number
}

export interface Outbox {
  /** Sends what is due now; answers how many left. */
  run(): Promise<number>
  close(): Promise<void>
}

const mostAttempts = 8
const checkEvery = 30_000

/** Sends queued messages, one at a time, sharing the queue with other processes. */
export async function startOutbox(world: World): Promise<Outbox> {
  const deliver = world.config.smtpUrl ? smtpDelivery(world) : folderDelivery(world)
  let running: Promise<number> | undefined
  let again = false
  let closed = false

  const run = (): Promise<number> => {
    if (running) {
      again = true
      return running
    }
    running = sendAll(world, deliver, () => closed).finally(() => {
      running = undefined
      if (again && !closed) {
        again = false
        wake()
      }
    })
    return running
  }
  const wake = () =>
    void run().catch((error: unknown) => world.log.warn({ err: error }, 'the outbox could not be read'))

  const stop = await world.listener.listen(messagesChannel, wake)
  const timer = setInterval(wake, checkEvery)
  timer.unref()
  wake()
  return {
    run,
    async close() {
      closed = true
      stop()
      clearInterval(timer)
      await running?.catch(() => 0)
    },
  }
}

type Deliver = (message: QueuedMessage) => Promise<void>

async function sendAll(world: World, deliver: Deliver, isClosed: () => boolean): Promise<number> {
  let sent = 0
  while (!isClosed()) {
    const message = await claim(world)
    if (!message) break
    try {
      await deliver(message)
      await world.database.pool.query({
        text: `UPDATE messages SET state = 'sent', sent_at = now() WHERE id = $1`,
        values: [message.id],
      })
      sent++
    } catch (error) {
      await postpone(world, message, error)
    }
  }
  return sent
}

/** Takes one due message for this process. One that a killed process was sending comes back after ten minutes. */
async function claim(world: World): Promise<QueuedMessage | undefined> {
  const { rows } = await world.database.pool.query({
    text: `UPDATE messages SET attempts = attempts + 1, next_attempt_at = now() + interval '10 minutes'
           WHERE id = (SELECT id FROM messages WHERE state = 'queued' AND next_attempt_at <= now()
                       ORDER BY next_attempt_at FOR UPDATE SKIP LOCKED LIMIT 1)
           RETURNING id, recipient, subject, body_text, attempts`,
  })
  return rows[0] as QueuedMessage | undefined
}

async function postpone(world: World, { id, attempts }: QueuedMessage, error: unknown): Promise<void> {
  const dead = attempts >= mostAttempts
  world.log.warn({ err: error, message: id }, 'a message could not be sent')
  await world.database.pool.query({
    text: `UPDATE messages SET state = $2, last_error = $3, next_attempt_at = now() + $4 * interval '1 second' WHERE id = $1`,
    values: [
      id,
      dead ? 'failed' : 'queued',
      error instanceof Error ? error.message : String(error),
      30 * 2 ** attempts,
    ],
  })
}

function smtpDelivery({ config, organisation }: World): Deliver {
  const transport = nodemailer.createTransport(config.smtpUrl as string)
  return async (message) => {
    const settings = await organisation.settings()
    const address = settings.organisationEmail || 'nao-responder@localhost'
    await transport.sendMail({
      messageId: `<${message.id}@agremia>`,
      from: { name: settings.name, address },
      to: message.recipient,
      subject: message.subject,
      text: message.body_text,
    })
  }
}

/** Without a mail server each message becomes a file that the administrator can read. */
function folderDelivery({ config, log, clock }: World): Deliver {
  const folder = join(config.dataDir, 'mensagens')
  return async (message) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${clock().toISOString().slice(0, 10)}-${message.id}.txt`)
    await writeFile(
      file,
      `Para: ${message.recipient}\nAssunto: ${message.subject}\n\n${message.body_text}\n`,
      { mode: 0o600 },
    )
    log.warn(`Sem servidor de email (SMTP_URL): a mensagem ficou em ${file}`)
  }
}
