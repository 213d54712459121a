import { foldText } from '@agremia/resources/rules/fold.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'
import { v7 as newId } from 'uuid'
import type { Tx } from '../database/transaction.ts'
import { many, raw, prepared, sql } from '../database/sql.ts'
import type { NewJob, QueueName } from '../jobs/index.ts'
import { notifyChanges } from '../rest/changes.ts'
import { noteHeld } from '../held-messages.ts'
import { obstacleOf } from './obstacle.ts'
import type { Recipient } from './recipients.ts'
import type { Silence } from './silence.ts'
import { findSilences, silenceText } from './silence.ts'
import type { Content } from './templates.ts'
import type { World } from '../rest/modules.ts'
import type { Channel } from './channels.ts'

/** An attachment of an email: a stored file, or a document that is drawn when the message is sent. */
export type Attachment = StoredFile | DocumentReference

interface StoredFile {
  id: string
  variant: string
  fileName: string
  mediaType: string
}

interface DocumentReference {
  /** A key of `documents` of an area; `id` is that of the record. */
  document: string
  id: string
}

/** A framed box of a letter with labelled values, such as payment details. */
export interface Frame {
  title: string
  facts: [label: string, value: string][]
  /** A URL, printed as a QR code. */
  url?: string
}

/** `Frame`, for answers. */
export const frameShape = { title: 'text', facts: [['text']], 'url?': 'text' } as const

/** What an area composes a message from each time that it is sent or printed. The rest of it is of the area. */
export interface Composition {
  /** The name of the area's composer. */
  composer: string
  [name: string]: unknown
}

export interface NewMessage {
  /** An event's code, `bulk` or `test`. */
  cause: string
  kind: 'service' | 'news'
  /** A user waits for it: it is sent even while automatic sending is off. */
  isUrgent: boolean
  /** The caller sends it: no job is added. */
  skipsQueue?: boolean
  channel: Channel
  /** An email address or a mobile number; null when there is none, and for letters. */
  address: string | null
  recipient: Pick<Recipient, 'personId' | 'name' | 'hasAddress'>
  content: Content
  /** The content that is sent, when it has a secret that `content` must not have. Stored encrypted. */
  sealedContent?: Content
  about?: { resource: string; id: string }
  batchId?: string
  /** The bulk action that writes it. */
  bulkActionId?: string | undefined
  /** Only for emails. */
  attachments?: Attachment[] | undefined
  /** Only for letters. */
  frames?: Frame[] | undefined
  /** The ids of the other people whom it is for. */
  sharedWith?: string[] | undefined
  /** Of a message whose content is composed again when it is sent or printed. */
  composition?: Composition | undefined
}

const unreachable: Record<Channel, string> = {
  email: 'Não há um email para onde enviar.',
  sms: 'Não há um telemóvel para onde enviar.',
  letter: 'Não há uma morada para onde enviar.',
}

/**
 * Writes messages and the jobs that send them, in the caller's transaction. Messages to silenced people are stored as cancelled,
 * with the reason. Returns the ids; skips a message when its batch has already written one to the same person about the same record.
 */
export async function writeMessages(
  { db, world }: { db: Tx; world: World },
  messages: readonly NewMessage[],
): Promise<string[]> {
  if (messages.length === 0) return []
  const settings = await world.organisation.settings()
  const hasSecret = messages.some(({ sealedContent }) => sealedContent !== undefined)
  const seal = hasSecret ? await world.keys.sealer(db, 'messages') : undefined
  const removesAccents = settings.smsRemoveAccents === 'true'
  const silences = await findSilences(
    db,
    messages.map(({ recipient }) => recipient.personId),
  )
  const isPaused = settings.SendMessages === 'false'
  const rows = messages.map((message) => {
    const silence = silences.get(message.recipient.personId ?? '')
    return rowOf(message, {
      seal,
      removesAccents,
      isPaused,
      silence: message.isUrgent ? silence?.urgent : silence?.other,
    })
  })
  const columns = raw(Object.keys(rows[0] as object).join(', '))
  const inserted = await many(
    db,
    prepared(sql`INSERT INTO messages (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::messages, ${JSON.stringify(rows)})
           ON CONFLICT (batch_id, person_id, about_id) WHERE batch_id IS NOT NULL DO NOTHING RETURNING id`),
    { id: 'uuid' },
  )
  const ids = new Set(inserted.map(({ id }) => id))
  for (const { id, state, channel, is_urgent } of rows) {
    const mayLeave = ids.has(id) && (state === 'queued' || state === 'held')
    const obstacle = mayLeave && obstacleOf(world, settings, { channel, isUrgent: is_urgent })
    if (obstacle) noteHeld(db, obstacle)
  }
  const queued = rows.filter(
    ({ id, state }, index) => ids.has(id) && state === 'queued' && !messages[index]?.skipsQueue,
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

/** Adds jobs that send messages now, or after `after` seconds. */
export async function addSendingJobs(
  { db, world }: { db: Tx; world: World },
  messages: readonly { id: string; isUrgent: boolean; isBulk: boolean; after?: number }[],
): Promise<void> {
  const byQueue: Record<'urgentMessages' | 'messages', NewJob[]> = { urgentMessages: [], messages: [] }
  for (const { id, isUrgent, isBulk, after } of messages)
    byQueue[isUrgent ? 'urgentMessages' : 'messages'].push({ data: { id }, priority: isBulk ? 0 : 1, after })
  for (const [queue, jobs] of Object.entries(byQueue)) await world.jobs.add(db, queue as QueueName, jobs)
}

interface RowContext {
  /** Undefined when no message has a secret. */
  seal: ((text: string) => Buffer) | undefined
  removesAccents: boolean
  isPaused: boolean
  silence: Silence | null | undefined
}

function rowOf(message: NewMessage, { seal, removesAccents, isPaused, silence }: RowContext) {
  const { channel, content, sealedContent, recipient, address, isUrgent } = message
  const state = silence ? silencedState(silence) : stateOf(message, isPaused)
  const sealed =
    sealedContent && seal?.(JSON.stringify({ ...bodyOf(channel, sealedContent, removesAccents) }))
  return {
    id: newId(),
    cause: message.cause,
    kind: message.kind,
    channel,
    recipient: address,
    recipient_name: recipient.name,
    person_id: recipient.personId,
    ...contentColumns({ channel, name: recipient.name, address, content }, removesAccents),
    ...state,
    sealed: sealed ? `\\x${sealed.toString('hex')}` : null,
    had_secret: sealed !== undefined,
    about_resource: message.about?.resource ?? null,
    about_id: message.about?.id ?? null,
    batch_id: message.batchId ?? null,
    bulk_action_id: message.bulkActionId ?? null,
    attachments: message.attachments ?? null,
    frames: message.frames ?? null,
    shared_with: message.sharedWith ? `{${message.sharedWith.join(',')}}` : null,
    composition: message.composition ?? null,
    is_urgent: isUrgent,
    attempts: 0,
  }
}

interface Written {
  channel: Channel
  /** Of the recipient. */
  name: string | null
  address: string | null
  content: Content
}

/** The columns that depend on the content. */
export function contentColumns({ channel, name, address, content }: Written, removesAccents: boolean) {
  return {
    ...bodyOf(channel, content, removesAccents),
    search_text: ` ${foldText([name, address, content.subject].filter(Boolean).join(' '))}`,
  }
}

/** The stored columns of the texts; an SMS has only its text. */
function bodyOf(channel: Channel, { subject, html, text, sms }: Content, removesAccents: boolean) {
  if (channel !== 'sms') return { subject, body_text: text, body_html: html, sms_parts: null }
  const smsText = removesAccents ? removeSmsAccents(sms) : sms
  return { subject, body_text: smsText, body_html: null, sms_parts: countSms(smsText).parts }
}

function silencedState(silence: Silence) {
  return { state: 'cancelled', reason: silence, last_error: silenceText(silence) }
}

function stateOf({ channel, address, recipient, isUrgent }: NewMessage, isPaused: boolean) {
  const isMissing = channel === 'letter' ? !recipient.hasAddress : address === null
  if (isMissing) return { state: 'failed', reason: 'noAddress', last_error: unreachable[channel] }
  if (channel === 'letter') return { state: 'toPrint', reason: null, last_error: null }
  if (isPaused && !isUrgent) return { state: 'held', reason: 'paused', last_error: null }
  return { state: 'queued', reason: null, last_error: null }
}
