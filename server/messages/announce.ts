import type { MessageEventCode } from '@agremia/resources/message-events.ts'
import { findMessageEvent } from '@agremia/resources/message-events.ts'
import type { Tx } from '../database/transaction.ts'
import type { Attachment, Composition, Frame } from './compose.ts'
import { writeMessages } from './compose.ts'
import { findEventTemplate } from './event-template.ts'
import type { Recipient } from './recipients.ts'
import { commonValues, findRecipient } from './recipients.ts'
import type { Values } from './templates.ts'
import { render, withSecretLink } from './templates.ts'
import type { World } from '../rest/modules.ts'
import { addressOf, channelFor } from './channels.ts'
import type { Channel } from './channels.ts'

export interface Announcement {
  event: MessageEventCode
  /** A stored person, or somebody without a record; name and contacts given here override the stored ones. */
  to: { personId?: string | null; name?: string | null; email?: string | null; mobile?: string | null }
  /** Values of the event's variables, formatted: amounts as `24,00 €`, dates in full. */
  values: Values
  /** The record that the message is about: resource name and id. */
  about?: { resource: string; id: string }
  attachments?: Attachment[]
  /** Overrides the channel of the event's settings. */
  channel?: Channel
  /** Writes no message when the recipient has neither email nor mobile for it, instead of a letter or a failed one. */
  isOptional?: boolean
  /** Frames below the text of a letter. */
  frames?: Frame[]
  /** Composes the content again when it is sent or printed. */
  composition?: Composition
  /** The bulk action that writes it. */
  bulkActionId?: string | undefined
  /** The URL that gives access, for events with `secretLink`. It is stored encrypted. */
  secretLink?: string
}

/**
 * Writes the message of an event in the caller's transaction, so that it is sent only if that commits. Returns its id, or undefined
 * when the organisation has disabled the event's message, or when it is optional and the recipient has no address. When a message
 * that is not optional has no address, it is stored as failed with the reason, so that the staff sees it.
 */
export async function announce(
  { db, world }: { db: Tx; world: World },
  announcement: Announcement,
): Promise<string | undefined> {
  const {
    event: code,
    to,
    values,
    about,
    attachments,
    frames,
    secretLink,
    composition,
    bulkActionId,
  } = announcement
  const { isOptional = false } = announcement
  const event = findMessageEvent(code)
  if (!event) throw new Error(`no message event ${code}`)
  if ((event.secretLink === undefined) !== (secretLink === undefined))
    throw new Error(`${code}: a secret link goes with events that have one, and only with those`)
  const template = await findEventTemplate(db, code)
  if (!template) return undefined
  const settings = await world.organisation.settings()
  const terminology = await world.organisation.terminology()
  const recipient = await recipientFor(db, to, about?.id)
  const allValues = { ...commonValues(recipient, settings, await world.organisation.today()), ...values }
  const content = render(template, allValues, terminology)
  const addLink = (address: string | null) =>
    event.secretLink === undefined ? content : withSecretLink(content, event.secretLink, address)
  const preferredChannel = announcement.channel ?? template.channel
  // Secret links are only sent by email: a letter would show them to the staff who print it.
  const channel = channelFor(secretLink === undefined ? preferredChannel : 'email', recipient)
  const address = addressOf(channel, recipient)
  if (isOptional && address === null) return undefined
  const [id] = await writeMessages({ db, world }, [
    {
      cause: code,
      // What serves the person as a member or user requires no consent and has no unsubscribe link.
      kind: 'service',
      isUrgent: event.urgent === true,
      channel,
      address,
      recipient,
      content: addLink(null),
      sealedContent: secretLink === undefined ? undefined : addLink(secretLink),
      about,
      attachments: channel === 'email' ? attachments : undefined,
      frames: channel === 'letter' ? frames : undefined,
      composition,
      bulkActionId,
    },
  ])
  return id
}

async function recipientFor(db: Tx, to: Announcement['to'], aboutId: string | undefined): Promise<Recipient> {
  const person = to.personId ? await findRecipient(db, to.personId, aboutId) : undefined
  const stranger: Recipient = {
    personId: null,
    name: null,
    email: null,
    mobile: null,
    hasAddress: false,
    postal: null,
    gender: null,
    isLegal: false,
    memberNumber: null,
    category: null,
    preferred: null,
    isDeceased: false,
  }
  const recipient = person ?? stranger
  // A different email of a deceased person belongs to somebody else, such as an heir, who may get the message.
  const isAnother = recipient.isDeceased && to.email && to.email !== recipient.email
  return {
    ...recipient,
    ...(isAnother && { personId: null, isDeceased: false }),
    name: to.name ?? recipient.name,
    email: to.email ?? recipient.email,
    mobile: to.mobile ?? recipient.mobile,
  }
}
