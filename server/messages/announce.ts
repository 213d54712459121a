import type { MessageEventCode } from '@agremia/resources/message-events.ts'
import { findMessageEvent } from '@agremia/resources/message-events.ts'
import type { World } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { maybeOne, prepared, sql, textOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import type { Channel } from './compose.ts'
import { addressOf, channelFor, writeMessages } from './compose.ts'
import type { Recipient } from './recipient-values.ts'
import { commonValues, findRecipient } from './recipient-values.ts'
import type { Values } from './templates.ts'
import { render, withAlways, withSecretLink } from './templates.ts'

/** What goes with an email: a file of the store, or a document that is drawn when the message leaves. */
export type Attachment = StoredFile | DocumentOf

interface StoredFile {
  id: string
  variant: string
  fileName: string
  mediaType: string
}

interface DocumentOf {
  /** The kind, as an area names it in `documents`, and the record. */
  document: string
  id: string
}

/** A few facts in a frame, such as how to pay. */
export interface Frame {
  title: string
  facts: [label: string, value: string][]
  /** A page of the web, drawn as a QR code on paper. */
  url?: string
}

export interface Announcement {
  event: MessageEventCode
  /** A known person, or somebody who is not one yet; what is given here wins over what is known. */
  to: { personId?: string | null; name?: string | null; email?: string | null; mobile?: string | null }
  /** What the texts name besides what is common to all, already in words: amounts as `24,00 €`, dates in full. */
  values: Values
  /** The record that the message is about: resource name and id. */
  about?: { resource: string; id: string }
  attachments?: Attachment[]
  /** Wins over the one that the event has. */
  channel?: Channel
  /** Only where it arrives by itself: no letters, and no failed message about whoever cannot be reached. */
  isOptional?: boolean
  /** What stands framed below the text when it goes as a letter. */
  frames?: Frame[]
  /** The address that gives access, of events that have a `secretLink`: only the recipient reads it. */
  secretLink?: string
}

/**
 * Writes the message of an event in the caller's transaction: it leaves when that commits, and not otherwise. Answers its
 * id, or undefined when there is none to write: the organisation has switched the event's message off, its person is
 * deceased, or it is optional and arrives nowhere. Otherwise whoever cannot be reached gets a message that failed, with the reason, so that somebody
 * sees it.
 */
export async function announce(
  { db, world }: { db: Tx; world: World },
  announcement: Announcement,
): Promise<string | undefined> {
  const { event: code, to, values, about, attachments, frames, secretLink } = announcement
  const { isOptional = false } = announcement
  const event = findMessageEvent(code)
  if (!event) throw new Error(`no message event ${code}`)
  if ((event.secretLink === undefined) !== (secretLink === undefined))
    throw new Error(`${code}: a secret link goes with events that have one, and only with those`)
  const kept = await findTemplate(db, code)
  if (!kept?.enabled) return undefined
  const template = withAlways(kept, event)
  const settings = await world.organisation.settings()
  const terminology = await world.organisation.terminology()
  const recipient = await recipientFor(db, to)
  const all = { ...commonValues(recipient, settings, await world.organisation.today()), ...values }
  const content = render(template, all, terminology)
  const linked = (address: string | null) =>
    event.secretLink === undefined ? content : withSecretLink(content, event.secretLink, address)
  // What only the recipient may read goes to no printer.
  const wanted = announcement.channel ?? template.channel
  const channel = channelFor(secretLink === undefined ? wanted : 'email', recipient)
  const address = addressOf(channel, recipient)
  if (isOptional && address === null) return undefined
  const [id] = await writeMessages({ db, world }, [
    {
      cause: code,
      kind: event.service ? 'service' : 'news',
      isUrgent: event.urgent === true,
      channel,
      address,
      recipient,
      content: linked(null),
      sealedContent: secretLink === undefined ? undefined : linked(secretLink),
      about,
      attachments: channel === 'email' ? attachments : undefined,
      frames: channel === 'letter' ? frames : undefined,
    },
  ])
  return id
}

type TemplateRow = RowOf<typeof templateShape>
const templateShape = {
  enabled: 'boolean',
  channel: textOf<'preferred' | Channel>(),
  subject: 'text',
  body: 'text',
  smsText: 'text?',
} as const

async function findTemplate(db: Querying, code: string): Promise<TemplateRow | undefined> {
  return maybeOne(
    db,
    prepared(
      sql`SELECT enabled, channel, subject, body, sms_text AS "smsText" FROM message_settings WHERE name = ${code}`,
    ),
    templateShape,
  )
}

async function recipientFor(db: Tx, to: Announcement['to']): Promise<Recipient> {
  const known = to.personId ? await findRecipient(db, to.personId) : undefined
  const stranger: Recipient = {
    personId: null,
    name: null,
    email: null,
    mobile: null,
    hasAddress: false,
    gender: null,
    isLegal: false,
    memberNumber: null,
    category: null,
    preferred: null,
    isDeceased: false,
  }
  const recipient = known ?? stranger
  // Of who is deceased, another address is somebody else's, who may be written to.
  const isAnother = recipient.isDeceased && to.email && to.email !== recipient.email
  return {
    ...recipient,
    ...(isAnother && { personId: null, isDeceased: false }),
    name: to.name ?? recipient.name,
    email: to.email ?? recipient.email,
    mobile: to.mobile ?? recipient.mobile,
  }
}

/** Whether anybody is told of an event at all. */
export async function isAnnounced(db: Querying, event: MessageEventCode): Promise<boolean> {
  return (await findTemplate(db, event))?.enabled === true
}
