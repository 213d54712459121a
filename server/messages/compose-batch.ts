import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { EventChannel } from '@agremia/resources/message-events.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { World } from '../context.ts'
import type { Tx } from '../database/transaction.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Job } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { notifyChanges } from '../rest/changes.ts'
import type { NewMessage } from './compose.ts'
import { writeMessages } from './compose.ts'
import type { Candidate, CandidateRow } from './eligible.ts'
import { candidateColumns, candidateJoins, candidateOf, channelOrReason } from './eligible.ts'
import { commonValues } from './recipient-values.ts'
import { render } from './templates.ts'

/** How many people are written to in one transaction. */
const chunk = 100

interface Batch {
  id: string
  subject: string
  body: string
  smsText: string | null
  kind: 'service' | 'news'
  channel: EventChannel
}

interface Words {
  settings: Settings
  terminology: Terminology
  today: string
}

/** Composes the messages of a bulk sending, from where whoever began it stopped. */
export async function composeBatch(world: World, job: Job): Promise<void> {
  const { organisation } = world
  for (;;) {
    if (job.signal.aborted) throw new JobInterrupted('the program is ending')
    const words = {
      settings: await organisation.settings(),
      terminology: await organisation.terminology(),
      today: await organisation.today(),
    }
    const more = await inTransaction(world.database, (tx) =>
      composeChunk(world, tx, job.data['id'] as string, words),
    )
    if (!more) return
  }
}

/** Writes to the next people and notes how far it got, all or nothing. Answers whether there may be more. */
async function composeChunk(world: World, tx: Tx, id: string, words: Words): Promise<boolean> {
  const { rows } = await tx.query({
    text: `SELECT id, subject, body, sms_text AS "smsText", kind, channel FROM message_batches
           WHERE id = $1 AND state = 'composing' FOR UPDATE`,
    values: [id],
  })
  const batch = rows[0] as Batch | undefined
  if (!batch) return false
  const candidates = await nextCandidates(tx, id)
  const judged = candidates.map((candidate) => ({ candidate, ...channelOrReason(candidate, batch) }))
  const messages = judged.flatMap((one) =>
    'channel' in one ? [messageFor(batch, one.candidate, one, words)] : [],
  )
  await writeMessages({ db: tx, world }, messages)
  await tx.query({
    text: `UPDATE message_batch_people b SET outcome = given.outcome FROM unnest($2::uuid[], $3::text[]) AS given (person_id, outcome)
           WHERE b.batch_id = $1 AND b.person_id = given.person_id`,
    values: [
      id,
      judged.map(({ candidate }) => candidate.personId),
      judged.map((one) => ('reason' in one ? one.reason : 'message')),
    ],
  })
  const isLast = candidates.length < chunk
  await noteProgress(world, tx, id, { done: judged.length, leftOut: judged.length - messages.length, isLast })
  return !isLast
}

async function nextCandidates(tx: Tx, batchId: string): Promise<Candidate[]> {
  const { rows } = await tx.query({
    text: `SELECT ${candidateColumns} FROM message_batch_people b JOIN members m ON m.id = b.member_id ${candidateJoins}
           WHERE b.batch_id = $1 AND b.outcome IS NULL ORDER BY b.person_id LIMIT ${chunk}`,
    values: [batchId],
  })
  return (rows as CandidateRow[]).map(candidateOf)
}

function messageFor(
  batch: Batch,
  recipient: Candidate,
  { channel, address }: Pick<NewMessage, 'channel' | 'address'>,
  { settings, terminology, today }: Words,
): NewMessage {
  return {
    cause: 'bulk',
    kind: batch.kind,
    isUrgent: false,
    channel,
    address,
    recipient,
    content: render(batch, commonValues(recipient, settings, today), terminology),
    batchId: batch.id,
  }
}

async function noteProgress(
  { clock }: World,
  tx: Tx,
  id: string,
  { done, leftOut, isLast }: { done: number; leftOut: number; isLast: boolean },
): Promise<void> {
  const { rows } = await tx.query({
    text: `UPDATE message_batches SET done = done + $2, left_out = left_out + $3,
             state = CASE WHEN $4 THEN 'composed' ELSE state END, finished_at = CASE WHEN $4 THEN $5::timestamptz END,
             version = version + 1, updated_at = now() WHERE id = $1 RETURNING version`,
    values: [id, done, leftOut, isLast, clock()],
  })
  const { version } = rows[0] as { version: number }
  await notifyChanges(tx, [{ resource: 'messageBatches', action: 'updated', id, version }])
}
