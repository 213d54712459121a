import { isDeepStrictEqual } from 'node:util'
import { composedReasons } from '@agremia/resources/definitions/messages.ts'
import type { MessageEventCode } from '@agremia/resources/message-events.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { jsonOf, many, maybeOne, prepared, raiseVersion, sql, textOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { changesOf, idAndVersion, notifyChanges } from '../rest/changes.ts'
import { publish } from '../rest/modules.ts'
import type { World } from '../rest/modules.ts'
import type { Attachment, Composition, Frame, NewMessage } from './compose.ts'
import { contentColumns } from './compose.ts'
import { findEventTemplate } from './event-template.ts'
import { cancelAll, isWaiting } from './message-changes.ts'
import { commonValues, membershipJoins, recipientColumns, recipientOf, recipientShape } from './recipients.ts'
import type { Template, Values } from './templates.ts'
import { render } from './templates.ts'
import type { Channel } from './channels.ts'

/** A message that waits, for the area that composes it. */
export interface WaitingMessage {
  id: string
  /** Of the record that the message is about. */
  aboutId: string
  composition: Composition
}

/** What a message says now, or why it is not sent. `detail` explains the reason to the staff. */
export type Composed = Withdrawn | Personal

interface Withdrawn {
  withdrawn: keyof typeof composedReasons
  detail?: string | undefined
}

interface Personal extends Pick<NewMessage, 'attachments' | 'frames'> {
  /** Whose texts it has. */
  textOf: { event: MessageEventCode } | { batchId: string }
  values: Values
}

declare module '../rest/modules.ts' {
  interface AreaEvents {
    /** Messages are about to be composed: asks other servers for what they need, outside of transactions. May run again. */
    messagesPrepared: { event: { world: World; messages: readonly WaitingMessage[] }; result: void }
    /**
     * Messages are about to be sent or printed. The handler locks what their content depends on, then the messages that still wait, and
     * returns by id what these say. It omits messages of other composers.
     */
    messagesComposed: {
      event: Pick<Context, 'db' | 'world' | 'settings' | 'today'> & { messages: readonly WaitingMessage[] }
      result: ReadonlyMap<string, Composed>
    }
  }
}

async function findWaiting(db: Querying, condition: Sql): Promise<WaitingMessage[]> {
  return many(
    db,
    sql`SELECT m.id, m.about_id AS "aboutId", m.composition FROM messages m
        WHERE m.composition IS NOT NULL AND ${isWaiting('m')} AND ${condition}`,
    { id: 'uuid', aboutId: 'text', composition: jsonOf<Composition>() },
  )
}

/** Asks other servers for what the waiting messages `m` need, outside of transactions. Returns whether any is composed when it is sent. */
export async function prepareWaiting(world: World, condition: Sql): Promise<boolean> {
  const messages = await findWaiting(world.database.pool, condition)
  if (messages.length === 0) return false
  await publish(world, 'messagesPrepared', { world, messages })
  return true
}

/**
 * Composes the waiting messages `m` from what is true now, in the transaction that sends or prints them, and cancels those that have
 * nothing to say.
 */
export async function composeWaiting({ world, db }: { world: World; db: Tx }, condition: Sql): Promise<void> {
  const messages = await findWaiting(db, condition)
  if (messages.length === 0) return
  const settings = await world.organisation.settings()
  const today = await world.organisation.today()
  const results = await publish(world, 'messagesComposed', { db, world, settings, today, messages })
  const personal = new Map<string, Personal>()
  const withdrawn = new Map<string, Withdrawn>()
  for (const [id, composed] of results.flatMap((result) => [...result]))
    if ('withdrawn' in composed) withdrawn.set(id, composed)
    else personal.set(id, composed)
  for (const id of await rewrite({ db, world }, personal)) withdrawn.set(id, { withdrawn: 'switchedOff' })
  await cancelAll(
    { db, world },
    [...withdrawn].map(([id, { withdrawn: reason, detail }]) => ({
      id,
      reason,
      detail: detail ?? composedReasons[reason],
    })),
  )
}

type StoredContent = ReturnType<typeof contentColumns> & {
  cause: string
  attachments: Attachment[] | null
  frames: Frame[] | null
}

/** Replaces the content of messages. Returns the ids of those whose event has its message disabled. */
async function rewrite(
  { db, world }: { db: Tx; world: World },
  messages: ReadonlyMap<string, Personal>,
): Promise<string[]> {
  if (messages.size === 0) return []
  const settings = await world.organisation.settings()
  const terminology = await world.organisation.terminology()
  const today = await world.organisation.today()
  const templates = new Map<string, Template | undefined>()
  const templateOf = async (textsOf: Personal['textOf']) => {
    const key = JSON.stringify(textsOf)
    if (!templates.has(key)) templates.set(key, await findTemplate(db, textsOf))
    return templates.get(key)
  }
  const removesAccents = settings.smsRemoveAccents === 'true'
  const found = await many(
    db,
    prepared(sql`SELECT g.id, g.channel, g.recipient AS "sentTo", g.recipient_name AS "sentToName", ${recipientColumns},
          jsonb_build_object('cause', g.cause, 'subject', g.subject, 'body_text', g.body_text, 'body_html', g.body_html, 'sms_parts', g.sms_parts,
            'search_text', g.search_text, 'attachments', g.attachments, 'frames', g.frames) AS stored
        FROM messages g JOIN people p ON p.id = g.person_id ${membershipJoins(sql`g.about_id`)}
        WHERE g.id = ANY(${[...messages.keys()]}::uuid[])`),
    {
      id: 'uuid',
      channel: textOf<Channel>(),
      sentTo: 'text?',
      sentToName: 'text?',
      stored: jsonOf<StoredContent>(),
      ...recipientShape,
    },
  )
  const rows: object[] = []
  const disabled: string[] = []
  for (const row of found) {
    const { id, channel, sentTo, sentToName } = row
    const { textOf: textsOf, values, attachments, frames } = messages.get(id)!
    const template = await templateOf(textsOf)
    if (!template) {
      disabled.push(id)
      continue
    }
    const content = render(
      template,
      { ...commonValues(recipientOf(row), settings, today), ...values },
      terminology,
    )
    const current: StoredContent = {
      cause: 'event' in textsOf ? textsOf.event : row.stored.cause,
      ...contentColumns({ channel, name: sentToName, address: sentTo, content }, removesAccents),
      attachments: channel === 'email' ? (attachments ?? null) : null,
      frames: channel === 'letter' ? (frames ?? null) : null,
    }
    // A letter has the day of its print.
    if (channel === 'letter' || !isDeepStrictEqual(current, row.stored)) rows.push({ id, ...current })
  }
  if (rows.length === 0) return disabled
  const changed = await many(
    db,
    sql`UPDATE messages m SET cause = r.cause, subject = r.subject, body_text = r.body_text, body_html = r.body_html,
          sms_parts = r.sms_parts, search_text = r.search_text, attachments = r.attachments, frames = r.frames,
          composed_at = ${world.clock()}, ${raiseVersion('m')}
        FROM jsonb_populate_recordset(NULL::messages, ${JSON.stringify(rows)}) r WHERE m.id = r.id RETURNING m.id, m.version`,
    idAndVersion,
  )
  await notifyChanges(db, changesOf('messages', 'updated', changed))
  return disabled
}

/** The texts of an event or of a batch; undefined when the event has its message disabled. */
async function findTemplate(db: Querying, textsOf: Personal['textOf']): Promise<Template | undefined> {
  if ('event' in textsOf) return findEventTemplate(db, textsOf.event)
  return maybeOne(
    db,
    sql`SELECT subject, body, sms_text AS "smsText" FROM message_batches WHERE id = ${textsOf.batchId}`,
    { subject: 'text', body: 'text', smsText: 'text?' },
  )
}
