import type { EventChannel } from '@agremia/resources/message-events.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { many, one, raiseVersion, sql, textOf, textsOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { inTransaction } from '../database/transaction.ts'
import { notifyChanges } from '../rest/changes.ts'
import { contentColumns } from './compose.ts'
import { cancelAll, isWaiting } from './message-changes.ts'
import {
  candidateColumns,
  candidateJoins,
  candidateOf,
  candidateShape,
  channelOrReason,
  jointValues,
} from './recipients.ts'
import type { Silence } from './silence.ts'
import { messageSilenceSql, silenceText } from './silence.ts'
import { render } from './templates.ts'
import type { World } from '../rest/modules.ts'
import { addressKey } from './channels.ts'
import type { Channel } from './channels.ts'

interface CancelContext {
  db: Tx
  world: World
}

/**
 * Cancels the waiting messages `m` of silenced people that match `condition`. A message for several people of one address is readdressed
 * to the others. Returns whether it cancelled any.
 */
export async function cancelSilenced({ db, world }: CancelContext, condition: Sql): Promise<boolean> {
  await leaveSilencedOut({ db, world }, condition)
  const found = await many(
    db,
    sql`SELECT m.id, ${messageSilenceSql} AS silence
        FROM (SELECT * FROM messages m WHERE ${isWaiting('m')} AND ${condition} FOR NO KEY UPDATE) m
        JOIN people p ON p.id = m.person_id WHERE ${messageSilenceSql} IS NOT NULL`,
    { id: 'uuid', silence: textOf<Silence>() },
  )
  if (found.length === 0) return false
  await cancelAll(
    { db, world },
    found.map(({ id, silence }) => ({ id, reason: silence, detail: silenceText(silence) })),
  )
  return true
}

/** Cancels the pending messages of a silenced person. Called after changes of the person or of a consent. */
export async function cancelSilencedMessages(context: CancelContext, personId: string): Promise<void> {
  await cancelSilenced(context, sql`(m.person_id = ${personId} OR ${personId}::uuid = ANY(m.shared_with))`)
}

/** Cancels a message that is about to be sent, if its person was silenced after it was written. Returns whether it did. */
export function cancelIfSilenced(world: World, id: string): Promise<boolean> {
  return inTransaction(world.database, (db) => cancelSilenced({ db, world }, sql`m.id = ${id}`))
}

type SharedMessage = RowOf<typeof sharedShape>
const sharedShape = {
  id: 'uuid',
  kind: textOf<'service' | 'news'>(),
  channel: textOf<Channel>(),
  recipient: 'text?',
  personId: 'uuid',
  others: textsOf(),
  batchId: 'uuid',
  subject: 'text',
  body: 'text',
  smsText: 'text?',
} as const

/** Readdresses messages for several people to those who are not silenced. */
async function leaveSilencedOut({ db, world }: CancelContext, condition: Sql): Promise<void> {
  const found = await many(
    db,
    sql`SELECT m.id, m.kind, m.channel, m.recipient, m.person_id AS "personId", m.shared_with::text[] AS others, m.batch_id AS "batchId",
          b.subject, b.body, b.sms_text AS "smsText"
        FROM messages m JOIN message_batches b ON b.id = m.batch_id
        WHERE ${isWaiting('m')} AND m.shared_with IS NOT NULL AND m.composition IS NULL AND ${condition}
          AND EXISTS (SELECT FROM people p WHERE p.id = ANY(m.person_id || m.shared_with) AND ${messageSilenceSql} IS NOT NULL)
        FOR NO KEY UPDATE OF m`,
    sharedShape,
  )
  for (const message of found) await rewriteShared({ db, world }, message)
}

/** Unchanged without remaining recipients: the message is then cancelled. */
async function rewriteShared({ db, world }: CancelContext, message: SharedMessage): Promise<void> {
  const { id, channel, recipient, personId, others, batchId } = message
  const rows = await many(
    db,
    sql`SELECT ${candidateColumns} FROM message_batch_people b JOIN members m ON m.id = b.member_id ${candidateJoins}
        WHERE b.batch_id = ${batchId} AND p.id = ANY(${[personId, ...others]}::uuid[]) ORDER BY m.member_number, m.id`,
    candidateShape,
  )
  const candidates = rows.map(candidateOf)
  const postal = candidates.find((one) => one.personId === personId)?.postal ?? null
  const key = addressKey(channel, { email: recipient, mobile: recipient, postal })
  const left = candidates.filter(
    (one) =>
      'channel' in channelOrReason(one, { kind: message.kind, channel: channel satisfies EventChannel }) &&
      addressKey(channel, one) === key,
  )
  const [first, ...rest] = left
  if (!first?.personId) return
  const { organisation } = world
  const settings = await organisation.settings()
  const content = render(
    message,
    jointValues(left, settings, await organisation.today()),
    await organisation.terminology(),
  )
  const name = joinList(left.map((one) => one.name))
  const texts = contentColumns(
    { channel, name, address: recipient, content },
    settings.smsRemoveAccents === 'true',
  )
  const sharedWith = rest.flatMap((one) => one.personId ?? [])
  const { version } = await one(
    db,
    sql`UPDATE messages SET person_id = ${first.personId}, recipient_name = ${name},
          shared_with = ${sharedWith.length > 0 ? sharedWith : null}::uuid[], subject = ${texts.subject}, body_text = ${texts.body_text},
          body_html = ${texts.body_html}, sms_parts = ${texts.sms_parts}, search_text = ${texts.search_text}, ${raiseVersion()}
        WHERE id = ${id} RETURNING version`,
    { version: 'integer' },
  )
  await notifyChanges(db, [{ resource: 'messages', action: 'updated', id, version }])
}
