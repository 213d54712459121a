import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { EventChannel } from '@agremia/resources/message-events.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { World } from '../context.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, many, maybeOne, one, raiseVersion, sql, textOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { inTransaction, isCollision } from '../database/transaction.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { notifyChanges } from '../rest/changes.ts'
import type { NewMessage } from './compose.ts'
import { writeMessages } from './compose.ts'
import type { Candidate, LeftOutReason } from './eligible.ts'
import { candidateColumns, candidateJoins, candidateOf, candidateShape, channelOrReason } from './eligible.ts'
import { commonValues } from './recipient-values.ts'
import type { Values } from './templates.ts'
import { render } from './templates.ts'

export type Batch = RowOf<typeof batchShape>
const batchShape = {
  id: 'uuid',
  cause: 'text',
  subject: 'text',
  body: 'text',
  smsText: 'text?',
  kind: textOf<'service' | 'news'>(),
  channel: textOf<EventChannel>(),
} as const

/** What a portion of the messages is composed with. */
export interface Composing {
  db: Tx
  world: World
  settings: Settings
  terminology: Terminology
  today: string
}

/** What one person is told besides what is common to all, and what goes along. */
export type Own = Pick<NewMessage, 'about' | 'attachments' | 'frames'> & { values: Values }

/** What an area brings to bulk sendings of its own. */
export interface BatchComposer {
  /** How many people are written to in one transaction. */
  chunk: number
  /** Once for each portion, before anything is written: who of these members gets no message for a reason of the area's own. */
  leaveOut(
    composing: Composing,
    batchId: string,
    memberIds: readonly string[],
  ): Promise<ReadonlyMap<string, LeftOutReason>>
  /** One who cannot be told is left out, and is in nobody's way. */
  tell(composing: Composing, batchId: string, candidate: Candidate): Promise<Own>
}

/** The same of sendings that say nothing but what is common to all. */
const plainChunk = 100

/** Composes the messages of a bulk sending, from where whoever began it stopped. */
export async function composeBatch(
  world: World,
  { id, signal }: { id: string; signal: AbortSignal },
  composer?: BatchComposer,
): Promise<void> {
  const { organisation } = world
  for (;;) {
    if (signal.aborted) throw new JobInterrupted('the program is ending')
    const words = {
      settings: await organisation.settings(),
      terminology: await organisation.terminology(),
      today: await organisation.today(),
    }
    const more = await inTransaction(world.database, (db) =>
      composeChunk({ db, world, ...words }, id, composer),
    )
    if (!more) return
  }
}

/** Writes to the next people and notes how far it got, all or nothing. Answers whether there may be more. */
async function composeChunk(composing: Composing, id: string, composer?: BatchComposer): Promise<boolean> {
  const { db } = composing
  const chunk = composer?.chunk ?? plainChunk
  const batch = await maybeOne(
    db,
    sql`SELECT id, cause, subject, body, sms_text AS "smsText", kind, channel FROM message_batches
           WHERE id = ${id} AND state = 'composing' FOR NO KEY UPDATE`,
    batchShape,
  )
  if (!batch) return false
  const candidates = await nextCandidates(db, id, chunk)
  const memberIds = candidates.map(({ memberId }) => memberId)
  const reasons = await composer?.leaveOut(composing, id, memberIds)
  const judged: Judged[] = []
  for (const candidate of candidates) {
    const reason = reasons?.get(candidate.memberId)
    judged.push(reason ? { reason } : await messageFor(composing, batch, candidate, composer))
  }
  const messages = judged.flatMap((one) => ('message' in one ? [one.message] : []))
  await writeMessages(composing, messages)
  await execute(
    db,
    sql`UPDATE message_batch_people b SET outcome = given.outcome FROM unnest(${memberIds}::uuid[], ${judged.map((one) => ('reason' in one ? one.reason : 'message'))}::text[]) AS given (member_id, outcome)
           WHERE b.batch_id = ${id} AND b.member_id = given.member_id`,
  )
  const isLast = candidates.length < chunk
  const leftOut = judged.length - messages.length
  await noteProgress(composing, id, { done: judged.length, leftOut, isLast })
  return !isLast
}

type Judged = { message: NewMessage } | { reason: LeftOutReason }

async function nextCandidates(db: Tx, batchId: string, chunk: number): Promise<Candidate[]> {
  const rows = await many(
    db,
    sql`SELECT ${candidateColumns} FROM message_batch_people b JOIN members m ON m.id = b.member_id ${candidateJoins}
           WHERE b.batch_id = ${batchId} AND b.outcome IS NULL ORDER BY b.member_id LIMIT ${chunk}`,
    candidateShape,
  )
  return rows.map(candidateOf)
}

async function messageFor(
  composing: Composing,
  batch: Batch,
  recipient: Candidate,
  composer: BatchComposer | undefined,
): Promise<Judged> {
  const way = channelOrReason(recipient, batch)
  if ('reason' in way) return way
  const own = composer ? await ownOf(composing, batch, recipient, composer) : { values: {} }
  if (!own) return { reason: 'notWritten' }
  const { channel, address } = way
  const { settings, terminology, today } = composing
  const { values, about, attachments, frames } = own
  const message: NewMessage = {
    cause: batch.cause,
    kind: batch.kind,
    isUrgent: false,
    channel,
    address,
    recipient,
    content: render(batch, { ...commonValues(recipient, settings, today), ...values }, terminology),
    batchId: batch.id,
    ...(about && { about }),
    attachments: channel === 'email' ? attachments : undefined,
    frames: channel === 'letter' ? frames : undefined,
  }
  return { message }
}

/** What an area says to one person; undefined when it could not, and then nothing of it is left behind. */
async function ownOf(
  composing: Composing,
  { id }: Batch,
  candidate: Candidate,
  composer: BatchComposer,
): Promise<Own | undefined> {
  const { db, world } = composing
  await execute(db, sql`SAVEPOINT recipient`)
  try {
    const own = await composer.tell(composing, id, candidate)
    await execute(db, sql`RELEASE SAVEPOINT recipient`)
    return own
  } catch (error) {
    if (isCollision(error)) throw error
    await execute(db, sql`ROLLBACK TO SAVEPOINT recipient`)
    const { memberId } = candidate
    world.log.warn({ err: error, batch: id, memberId }, 'a message of a bulk sending could not be composed')
    return undefined
  }
}

async function noteProgress(
  { db, world }: Composing,
  id: string,
  { done, leftOut, isLast }: { done: number; leftOut: number; isLast: boolean },
): Promise<void> {
  const { version } = await one(
    db,
    sql`UPDATE message_batches SET done = done + ${done}, left_out = left_out + ${leftOut},
             state = CASE WHEN ${isLast} THEN 'composed' ELSE state END, finished_at = CASE WHEN ${isLast} THEN ${world.clock()}::timestamptz END,
             ${raiseVersion()} WHERE id = ${id} RETURNING version`,
    { version: 'integer' },
  )
  await notifyChanges(db, [{ resource: 'messageBatches', action: 'updated', id, version }])
}
