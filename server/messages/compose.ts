import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { EventChannel } from '@agremia/resources/message-events.ts'
import { v7 as newId } from 'uuid'
import type { World } from '../context.ts'
import type { Tx } from '../database/transaction.ts'
import { many, raw, sql } from '../database/sql.ts'
import type { NewJob, QueueName } from '../jobs/index.ts'
import { notifyChanges } from '../rest/changes.ts'
import type { Attachment, Frame } from './announce.ts'
import { seal } from '../secrets.ts'
import type { Recipient } from './recipient-values.ts'
import type { Silence } from './silence.ts'
import { silencesOf, silenceText } from './silence.ts'
import type { Content } from './templates.ts'

export type Channel = 'email' | 'sms' | 'letter'

export interface NewMessage {
  /** An event's code, `bulk` or `test`. */
  cause: string
  kind: 'service' | 'news'
  /** Somebody is waiting for it: it leaves even while automatic sending is switched off. */
  isUrgent: boolean
  /** Whoever writes it delivers it too: it is put in no queue. */
  isSentAtOnce?: boolean
  channel: Channel
  /** An email, or a mobile phone; null when there is none, and for letters. */
  address: string | null
  recipient: Pick<Recipient, 'personId' | 'name' | 'hasAddress'>
  content: Content
  /** The content that leaves, when it holds what must not stay readable in `content`. */
  sealedContent?: Content
  about?: { resource: string; id: string }
  batchId?: string
  /** Only of emails. */
  attachments?: Attachment[] | undefined
  /** Only of letters. */
  frames?: Frame[] | undefined
}

/** Where each channel reaches the person. */
export function addressOf(
  channel: Channel,
  { email, mobile }: Pick<Recipient, 'email' | 'mobile'>,
): string | null {
  if (channel === 'letter') return null
  return channel === 'email' ? email : mobile
}

type Reach = Pick<Recipient, 'email' | 'mobile' | 'hasAddress' | 'preferred'>

export function isReachable(channel: Channel, recipient: Omit<Reach, 'preferred'>): boolean {
  return channel === 'letter' ? recipient.hasAddress : addressOf(channel, recipient) !== null
}

/** The channel for a person: the one that was asked for, or the one they prefer, or the first by which they are reached. */
export function channelFor(wanted: EventChannel, recipient: Reach): Channel {
  if (wanted !== 'preferred') return wanted
  const order: Channel[] = [recipient.preferred ?? 'email', 'email', 'sms', 'letter']
  return order.find((channel) => isReachable(channel, recipient)) ?? 'email'
}

const unreachable: Record<Channel, string> = {
  email: 'Não há um email para onde enviar.',
  sms: 'Não há um telemóvel para onde enviar.',
  letter: 'Não há uma morada para onde enviar.',
}

/**
 * Writes messages, with the work of sending those that may leave, in the caller's transaction; those to people who are not
 * written to are kept as cancelled, with the reason. Answers their ids; of a bulk sending, a person who has one about the same
 * already gets no other.
 */
export async function writeMessages(
  { db, world }: { db: Tx; world: World },
  given: readonly NewMessage[],
): Promise<string[]> {
  if (given.length === 0) return []
  const settings = await world.organisation.settings()
  const key = await world.secret('messages')
  const plain = settings.smsRemoveAccents === 'true'
  const silences = await silencesOf(
    db,
    given.map(({ recipient }) => recipient.personId),
  )
  const isPaused = settings.SendMessages === 'false'
  const rows = given.map((message) => {
    const silence = silences.get(message.recipient.personId ?? '')
    return rowOf(message, {
      key,
      plain,
      isPaused,
      silence: message.isUrgent ? silence?.asked : silence?.other,
    })
  })
  const columns = raw(Object.keys(rows[0] as object).join(', '))
  const written = await many(
    db,
    sql`INSERT INTO messages (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::messages, ${JSON.stringify(rows)})
           ON CONFLICT (batch_id, person_id, about_id) WHERE batch_id IS NOT NULL DO NOTHING RETURNING id`,
    { id: 'uuid' },
  )
  const ids = new Set(written.map(({ id }) => id))
  const queued = rows.filter(
    ({ id, state }, index) => ids.has(id) && state === 'queued' && !given[index]?.isSentAtOnce,
  )
  await addSendingJobs(
    { db, world },
    queued.map(({ id, is_urgent, batch_id }) => ({ id, isUrgent: is_urgent, isBulk: batch_id !== null })),
  )
  await notifyChanges(
    db,
    [...ids].map((id) => ({ resource: 'messages', action: 'created', id, version: 1 })),
  )
  return [...ids]
}

/** Puts messages in the queue of those that leave, now or after some seconds. */
export async function addSendingJobs(
  { db, world }: { db: Tx; world: World },
  messages: readonly { id: string; isUrgent: boolean; isBulk: boolean; after?: number }[],
): Promise<void> {
  const byQueue: Record<'urgentMessages' | 'messages', NewJob[]> = { urgentMessages: [], messages: [] }
  for (const { id, isUrgent, isBulk, after } of messages)
    byQueue[isUrgent ? 'urgentMessages' : 'messages'].push({ data: { id }, priority: isBulk ? 0 : 1, after })
  for (const [queue, jobs] of Object.entries(byQueue)) await world.jobs.add(db, queue as QueueName, jobs)
}

interface Writing {
  key: Buffer
  plain: boolean
  isPaused: boolean
  silence: Silence | null | undefined
}

function rowOf(message: NewMessage, { key, plain, isPaused, silence }: Writing) {
  const { channel, content, sealedContent, recipient, address, isUrgent } = message
  const state = silence ? silenced(silence) : stateOf(message, isPaused)
  const shown = bodyOf(channel, content, plain)
  const sealed = sealedContent && seal(key, JSON.stringify({ ...bodyOf(channel, sealedContent, plain) }))
  return {
    id: newId(),
    cause: message.cause,
    kind: message.kind,
    channel,
    recipient: address,
    recipient_name: recipient.name,
    person_id: recipient.personId,
    ...shown,
    ...state,
    sealed: sealed ? `\\x${sealed.toString('hex')}` : null,
    had_secret: sealed !== undefined,
    about_resource: message.about?.resource ?? null,
    about_id: message.about?.id ?? null,
    batch_id: message.batchId ?? null,
    attachments: message.attachments ?? null,
    frames: message.frames ?? null,
    is_urgent: isUrgent,
    search_text: ` ${foldText([recipient.name, address, content.subject].filter(Boolean).join(' '))}`,
    attempts: 0,
  }
}

/** What is kept of the content: an SMS is its text alone. */
function bodyOf(channel: Channel, { subject, html, text, sms }: Content, plain: boolean) {
  if (channel !== 'sms') return { subject, body_text: text, body_html: html, sms_parts: null }
  const said = plain ? removeSmsAccents(sms) : sms
  return { subject, body_text: said, body_html: null, sms_parts: countSms(said).parts }
}

function silenced(silence: Silence) {
  return { state: 'cancelled', reason: silence, last_error: silenceText(silence) }
}

function stateOf({ channel, address, recipient, isUrgent }: NewMessage, isPaused: boolean) {
  const isMissing = channel === 'letter' ? !recipient.hasAddress : address === null
  if (isMissing) return { state: 'failed', reason: 'noAddress', last_error: unreachable[channel] }
  if (channel === 'letter') return { state: 'held', reason: 'toPrint', last_error: null }
  if (isPaused && !isUrgent) return { state: 'held', reason: 'paused', last_error: null }
  return { state: 'queued', reason: null, last_error: null }
}
