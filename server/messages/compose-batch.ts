import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { EventChannel } from '@agremia/resources/message-events.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { execute, many, maybeOne, one, raiseVersion, sql, textOf } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { inTransaction, isCollision } from '../database/transaction.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { notifyChanges } from '../rest/changes.ts'
import type { NewMessage } from './compose.ts'
import { writeMessages } from './compose.ts'
import type { Candidate, LeftOutReason } from './recipients.ts'
import {
  candidateColumns,
  candidateJoins,
  candidateOf,
  candidateShape,
  channelOrReason,
  jointValues,
} from './recipients.ts'
import type { Values } from './templates.ts'
import { render } from './templates.ts'
import type { World } from '../rest/modules.ts'
import { addressKey } from './channels.ts'

export type Batch = RowOf<typeof batchShape> & { membersOn?: string | undefined }
const batchShape = {
  id: 'uuid',
  cause: 'text',
  subject: 'text',
  body: 'text',
  smsText: 'text?',
  kind: textOf<'service' | 'news'>(),
  channel: textOf<EventChannel>(),
  oncePer: textOf<'person' | 'address'>(),
  attachmentId: 'uuid?',
  fileName: 'text?',
  mediaType: 'text?',
} as const

/** The context of one transaction, which composes some messages of a batch. */
export interface ComposeContext {
  db: Tx
  world: World
  settings: Settings
  terminology: Terminology
  today: string
}

/** The values and attachments of one recipient's message. */
export type PersonalContent = Pick<NewMessage, 'about' | 'attachments' | 'frames' | 'composition'> & {
  values: Values
}

/** How an area composes batches of its own kind. */
export interface BatchComposer {
  /** Recipients composed in one transaction. */
  chunk: number
  /** Asks other servers for what the messages to these members need, outside of the transaction. May run again. */
  beforehand?(world: World, batchId: string, memberIds: readonly string[], signal: AbortSignal): Promise<void>
  /** The members who get no message, with the reason. Called once for each transaction, before anything is written. */
  leaveOut(
    context: ComposeContext,
    batchId: string,
    memberIds: readonly string[],
  ): Promise<ReadonlyMap<string, LeftOutReason>>
  /** The content for one recipient. When it throws, the recipient is left out and the batch continues. */
  tell(context: ComposeContext, batchId: string, candidate: Candidate): Promise<PersonalContent>
}

/** Recipients composed in one transaction, for batches without a composer. */
const plainChunk = 100

/** Composes the messages of a batch; continues after the last committed chunk when an earlier process was interrupted. */
export async function composeBatch(
  world: World,
  { id, signal }: { id: string; signal: AbortSignal },
  composer?: BatchComposer,
): Promise<void> {
  const { organisation } = world
  for (;;) {
    if (signal.aborted) throw new JobInterrupted()
    const texts = {
      settings: await organisation.settings(),
      terminology: await organisation.terminology(),
      today: await organisation.today(),
    }
    if (composer?.beforehand) {
      const next = await nextCandidates(world.database.pool, id, composer.chunk)
      await composer.beforehand(
        world,
        id,
        next.map(({ memberId }) => memberId),
        signal,
      )
    }
    const more = await inTransaction(world.database, (db) =>
      composeChunk({ db, world, ...texts }, id, composer),
    )
    if (!more) return
  }
}

/** Composes the next messages and saves the progress, in one transaction. Returns whether there may be more. */
async function composeChunk(context: ComposeContext, id: string, composer?: BatchComposer): Promise<boolean> {
  const { db } = context
  const chunk = composer?.chunk ?? plainChunk
  const stored = await maybeOne(
    db,
    sql`SELECT b.id, b.cause, b.subject, b.body, b.sms_text AS "smsText", b.kind, b.channel, b.once_per AS "oncePer", f.id AS "attachmentId", f.name AS "fileName",
             f.media_type AS "mediaType"
           FROM message_batches b LEFT JOIN record_files f ON f.id = b.attachment_id
           WHERE b.id = ${id} AND b.state = 'composing' FOR NO KEY UPDATE OF b`,
    batchShape,
  )
  if (!stored) return false
  const batch: Batch = { ...stored, membersOn: composer ? undefined : context.today }
  const next = await nextCandidates(db, id, chunk)
  const groups = batch.oncePer === 'address' ? await sharers(db, batch, next) : next.map((one) => [one])
  const candidates = groups.flat()
  const memberIds = candidates.map(({ memberId }) => memberId)
  const reasons = await composer?.leaveOut(context, id, memberIds)
  const results: Result[] = []
  for (const [candidate, ...others] of groups) {
    if (!candidate) continue
    const reason = reasons?.get(candidate.memberId)
    results.push(reason ? { reason } : await composeMessage(context, batch, [candidate, ...others], composer))
    results.push(...others.map((): Result => ({ reason: 'sameAddress' })))
  }
  const messages = results.flatMap((one) => ('message' in one ? [one.message] : []))
  await writeMessages(context, messages)
  await execute(
    db,
    sql`UPDATE message_batch_people b SET outcome = result.outcome FROM unnest(${memberIds}::uuid[], ${results.map((one) => ('reason' in one ? one.reason : 'message'))}::text[]) AS result (member_id, outcome)
           WHERE b.batch_id = ${id} AND b.member_id = result.member_id`,
  )
  const isLast = next.length < chunk
  const leftOut = results.length - messages.length
  await saveProgress(context, id, { done: results.length, leftOut, isLast })
  return !isLast
}

type Result = { message: NewMessage } | { reason: LeftOutReason }

async function nextCandidates(db: Querying, batchId: string, chunk: number): Promise<Candidate[]> {
  const rows = await many(
    db,
    sql`SELECT ${candidateColumns} FROM message_batch_people b JOIN members m ON m.id = b.member_id ${candidateJoins}
           WHERE b.batch_id = ${batchId} AND b.outcome IS NULL ORDER BY b.member_id LIMIT ${chunk}`,
    candidateShape,
  )
  return rows.map(candidateOf)
}

/**
 * Groups candidates by the address at which a message would reach them, each with everybody of the batch who shares it and still has no
 * message. Those who get none are alone.
 */
async function sharers(db: Querying, batch: Batch, next: readonly Candidate[]): Promise<Candidate[][]> {
  const ids = next.flatMap(({ personId }) => personId ?? [])
  const atAddressOf = (isSameCode: Sql) =>
    sql`SELECT o.id FROM people n JOIN people o ON ${isSameCode} AND lower(o.address) = lower(n.address) WHERE n.id = ANY(${ids}::uuid[])`
  const rows = await many(
    db,
    sql`SELECT ${candidateColumns} FROM message_batch_people b JOIN members m ON m.id = b.member_id ${candidateJoins}
        WHERE b.batch_id = ${batch.id} AND b.outcome IS NULL AND p.id IN (
          SELECT id FROM people WHERE lower(email) = ANY(${present(next, 'email')}::text[])
          UNION SELECT id FROM people WHERE mobile = ANY(${present(next, 'mobile')}::text[])
          UNION ${atAddressOf(sql`o.postal_code = n.postal_code`)}
          UNION ${atAddressOf(sql`o.postal_code IS NULL AND n.postal_code IS NULL`)})
        ORDER BY m.member_number, m.id`,
    candidateShape,
  )
  const keyOf = (candidate: Candidate) => {
    const choice = channelOrReason(candidate, batch)
    return ('channel' in choice && addressKey(choice.channel, candidate)) || candidate.memberId
  }
  const wanted = new Set(next.map(keyOf))
  const all = new Map([...rows.map(candidateOf), ...next].map((one) => [one.memberId, one]))
  const grouped = Map.groupBy(all.values(), keyOf)
  return [...grouped].filter(([key]) => wanted.has(key)).map(([, group]) => group)
}

function present(candidates: readonly Candidate[], name: 'email' | 'mobile'): string[] {
  return candidates.flatMap((one) => one[name]?.toLowerCase() ?? [])
}

async function composeMessage(
  context: ComposeContext,
  batch: Batch,
  [recipient, ...others]: readonly [Candidate, ...Candidate[]],
  composer: BatchComposer | undefined,
): Promise<Result> {
  const choice = channelOrReason(recipient, batch)
  if ('reason' in choice) return choice
  const personal = composer ? await composePersonal(context, batch, recipient, composer) : { values: {} }
  if (!personal) return { reason: 'notWritten' }
  const { channel, address } = choice
  const { settings, terminology, today } = context
  const { values, about, attachments, frames, composition } = personal
  const message: NewMessage = {
    cause: batch.cause,
    kind: batch.kind,
    isUrgent: false,
    channel,
    address,
    recipient: { ...recipient, name: joinList([recipient, ...others].map(({ name }) => name)) },
    sharedWith: others.length > 0 ? others.flatMap(({ personId: id }) => id ?? []) : undefined,
    content: render(
      batch,
      { ...jointValues([recipient, ...others], settings, today), ...values },
      terminology,
    ),
    batchId: batch.id,
    ...(about && { about }),
    attachments: channel === 'email' ? (attachments ?? attachmentsOf(batch)) : undefined,
    frames: channel === 'letter' ? frames : undefined,
    composition,
  }
  return { message }
}

/** The stored file that every email of the batch brings. */
function attachmentsOf({ attachmentId: id, fileName, mediaType }: Batch): NewMessage['attachments'] {
  return id && fileName && mediaType ? [{ id, variant: 'original', fileName, mediaType }] : undefined
}

/** The content of the area's composer; undefined when it throws, in which case a savepoint undoes what it wrote. */
async function composePersonal(
  context: ComposeContext,
  { id }: Batch,
  candidate: Candidate,
  composer: BatchComposer,
): Promise<PersonalContent | undefined> {
  const { db, world } = context
  await execute(db, sql`SAVEPOINT recipient`)
  try {
    const content = await composer.tell(context, id, candidate)
    await execute(db, sql`RELEASE SAVEPOINT recipient`)
    return content
  } catch (error) {
    if (isCollision(error)) throw error
    await execute(db, sql`ROLLBACK TO SAVEPOINT recipient`)
    const { memberId } = candidate
    world.log.warn({ err: error, batch: id, memberId }, 'could not compose a message of a batch')
    return undefined
  }
}

async function saveProgress(
  { db, world }: ComposeContext,
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
