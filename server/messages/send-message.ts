import { buffer } from 'node:stream/consumers'
import { v7 as newId } from 'uuid'
import type { World } from '../context.ts'
import type { RowOf } from '../database/sql.ts'
import { jsonOf, maybeOne, nullable, raiseVersion, sql, textOf } from '../database/sql.ts'
import type { Job } from '../jobs/index.ts'
import { smsLimits } from '../limits.ts'
import type { Attachment } from './announce.ts'
import type { Channel } from './compose.ts'
import { conclude, hold, leaveInDoubt } from './conclude.ts'
import { dropInFolder } from './drop-folder.ts'
import type { Mailer } from './mailer.ts'
import { createMailer, hasMailServer } from './mailer.ts'
import type { Outcome, Outgoing } from './outcome.ts'
import { countTurn, waitForTurn } from './pace.ts'
import { pdfFileName } from '../pdf/index.ts'
import type { Engine } from '../rest/modules.ts'
import { unseal } from '../secrets.ts'
import type { SmsSender } from './sms-gateway.ts'
import { isSilencedNow } from './silence.ts'
import { createHttpSmsSender, hasSmsService } from './sms-gateway.ts'

export interface Ways {
  mailer: Mailer
  sms: SmsSender
}

type Claimed = RowOf<typeof claimedShape>
const claimedShape = {
  id: 'uuid',
  version: 'integer',
  kind: textOf<'service' | 'news'>(),
  channel: textOf<Channel>(),
  recipient: 'text',
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
  /** Its sending was called off before: somebody sent it again all the same. */
  was_called_off: 'boolean?',
} as const

/**
 * Sends one message, once. It is marked as being sent before anything leaves, so that a process that dies meanwhile
 * leaves it in doubt: then it is for a person to say whether it goes again.
 */
export async function sendMessage(engine: Engine, ways: Ways, job: Job): Promise<void> {
  const { world } = engine
  const id = job.data['id'] as string
  if (!(await waitsItsTurn(world, id, job))) return
  if (await isSilencedNow(world, id)) return
  const message = await claim(world, id, job.id)
  if (!message) return
  const outcome = await deliver(engine, ways, message)
  await conclude(world, message, outcome)
}

/** What a test of the way out found. */
export interface Found {
  _id: string
  outcome: 'sent' | 'failed' | 'held'
  /** The words of the server at the other end. */
  detail: string | null
}

/** Sends a message that waits in no queue, once, for somebody who waits for the outcome. */
export async function sendAtOnce(engine: Engine, id: string): Promise<Found> {
  const { world } = engine
  const message = await claim(world, id, newId())
  if (!message) return { _id: id, outcome: 'failed', detail: null }
  await countTurn(world)
  const mailer = createMailer(world, { connection: 4000, silence: 7000 })
  const ways = { mailer, sms: createHttpSmsSender(world, smsLimits.testAnswerTime) }
  const outcome = await deliver(engine, ways, message).finally(() => mailer.close())
  // Whoever waits tries again if they want to.
  const result: Outcome = outcome.kind === 'postponed' ? { ...outcome, kind: 'refused' } : outcome
  await conclude(world, message, result)
  const { kind, detail } = result
  return { _id: id, outcome: kind === 'sent' || kind === 'held' ? kind : 'failed', detail }
}

/** Waits until the message may leave; answers whether it still may. */
async function waitsItsTurn(world: World, id: string, job: Job): Promise<boolean> {
  const message = await maybeOne(
    world.database.pool,
    sql`SELECT state, is_urgent, sending_job, channel FROM messages WHERE id = ${id}`,
    { state: 'text', is_urgent: 'boolean', sending_job: 'uuid?', channel: textOf<Channel>() },
  )
  if (message?.state === 'sending' && message.sending_job === job.id) await leaveInDoubt(world, id)
  if (message?.state !== 'queued') return false
  const settings = await world.organisation.settings()
  const hasWay = message.channel === 'sms' ? hasSmsService(settings) : hasMailServer(world, settings)
  if (message.is_urgent) {
    if (hasWay) await countTurn(world)
    return true
  }
  if (settings.SendMessages === 'true' && hasWay) await waitForTurn(world, job.signal)
  // It may have been switched off in the meantime.
  if ((await world.organisation.setting('SendMessages')) === 'true') return true
  await hold(world, id)
  return false
}

/** Takes the message from the queue; undefined when somebody else did, or called it off. */
async function claim(world: World, id: string, jobId: string): Promise<Claimed | undefined> {
  return maybeOne(
    world.database.pool,
    sql`UPDATE messages SET state = 'sending', sending_job = ${jobId}, attempts = attempts + 1, next_attempt_at = NULL,
             reason = NULL, last_error = NULL, ${raiseVersion()}
           WHERE id = ${id} AND state = 'queued'
           RETURNING id, version, kind, channel, recipient, recipient_name, person_id, subject, body_text, body_html,
             attachments, attempts, is_urgent, batch_id, sealed,
             (SELECT b.state = 'cancelled' FROM message_batches b WHERE b.id = batch_id) AS was_called_off`,
    claimedShape,
  )
}

async function deliver(engine: Engine, { mailer, sms }: Ways, message: Claimed): Promise<Outcome> {
  const { world } = engine
  try {
    const outgoing = await outgoingOf(engine, message)
    const outcome =
      message.channel === 'sms'
        ? await sms.send({ id: message.id, to: message.recipient, text: outgoing.text })
        : await mailer.send(outgoing)
    if (outcome.kind === 'held') await dropInFolder(world, outgoing)
    return outcome
  } catch (error) {
    if (error instanceof MissingFile) return { kind: 'refused', detail: error.message }
    // Nothing left: both ways out answer for what happens once something did.
    world.log.warn({ err: error, message: message.id }, 'a message could not be prepared')
    return {
      kind: 'postponed',
      detail: 'A mensagem não pôde ser preparada. A explicação está no registo do servidor.',
    }
  }
}

class MissingFile extends Error {
  override name = 'MissingFile'
}

/** The message with what only its recipient may read, and its files. */
async function outgoingOf(engine: Engine, message: Claimed): Promise<Outgoing> {
  const { world } = engine
  const open = message.sealed
    ? (JSON.parse(unseal(await world.secret('messages'), message.sealed)) as Claimed)
    : message
  const attachments = []
  for (const attachment of message.attachments ?? []) attachments.push(await contentOf(engine, attachment))
  return {
    id: message.id,
    kind: message.kind,
    recipient: message.recipient,
    recipientName: message.recipient_name,
    personId: message.person_id,
    subject: open.subject,
    text: open.body_text,
    html: open.body_html,
    attachments,
  }
}

async function contentOf(engine: Engine, attachment: Attachment): Promise<Outgoing['attachments'][number]> {
  if ('document' in attachment) {
    const { document, id } = attachment
    const draw = engine.areas.map(({ documents }) => documents?.[document]).find(Boolean)
    if (!draw) throw new Error(`no document ${document}`)
    const { name, pdf } = await draw(engine, id)
    return { fileName: pdfFileName(name), mediaType: 'application/pdf', content: pdf }
  }
  const { id, variant, fileName, mediaType } = attachment
  const file = await engine.world.files.read(id, variant)
  if (!file) throw new MissingFile(`Falta o ficheiro «${fileName}», que ia em anexo.`)
  return { fileName, mediaType, content: await buffer(file) }
}
