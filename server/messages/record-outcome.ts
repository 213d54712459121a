import type { Tx } from '../database/transaction.ts'
import type { Querying } from '../database/querying.ts'
import { maybeOne, raiseVersion, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { notifyChanges } from '../rest/changes.ts'
import type { Attempt } from './message-changes.ts'
import { notifyBatches, recordAttempts } from './message-changes.ts'
import { addSendingJobs } from './compose.ts'
import type { Outcome } from './outgoing.ts'
import type { World } from '../rest/modules.ts'

/** Attempts to send a message before it fails. The backoff doubles each time, up to four hours: some eight hours in all. */
export const maximumAttempts = 10
/** Seconds. */
const firstWait = 60
const longestWait = 4 * 3600

interface AttemptedMessage {
  id: string
  attempts: number
  is_urgent: boolean
  batch_id: string | null
  was_batch_cancelled: boolean | null
}

interface NextState {
  state: 'sent' | 'queued' | 'failed' | 'doubtful' | 'held' | 'cancelled'
  reason: string | null
  outcome: Attempt['outcome']
}

/** Stores the outcome of an attempt to send a message, and schedules the retry if there is one. */
export async function recordOutcome(world: World, message: AttemptedMessage, result: Outcome): Promise<void> {
  const wait = Math.min(longestWait, firstWait * 2 ** (message.attempts - 1))
  await inTransaction(world.database, async (tx) => {
    const next = await cancelIfUnwanted(tx, message, nextStateOf(result, message.attempts))
    const retryAt = next.state === 'queued' ? new Date(world.clock().getTime() + wait * 1000) : null
    const lastError = next.state === 'sent' ? null : (result.detail?.slice(0, 500) ?? null)
    // Overrides `doubtful`, which another process sets when it takes this attempt for abandoned.
    const row = await maybeOne(
      tx,
      sql`UPDATE messages m SET state = ${next.state}, reason = ${next.reason}, last_error = ${lastError}, next_attempt_at = ${retryAt}, sent_at = ${next.state === 'sent' ? world.clock() : null},
               sealed = CASE WHEN ${next.state} IN ('queued', 'held') THEN sealed END, ${raiseVersion()}
             FROM (SELECT id, state FROM messages WHERE id = ${message.id} FOR NO KEY UPDATE) was
             WHERE m.id = was.id AND was.state IN ('sending', 'doubtful') AND m.attempts = ${message.attempts}
             RETURNING m.version`,
      { version: 'integer' },
    )
    if (!row) return
    await recordAttempts({ db: tx, world }, [
      { messageId: message.id, outcome: next.outcome, detail: result.detail },
    ])
    if (next.state === 'queued')
      await addSendingJobs({ db: tx, world }, [
        { id: message.id, isUrgent: message.is_urgent, isBulk: message.batch_id !== null, after: wait },
      ])
    await notifyMessage(tx, message.id, row.version)
    await notifyBatches(tx, [message.batch_id])
  })
}

const cancelled: NextState = { state: 'cancelled', reason: null, outcome: 'cancelled' }

/** Cancels instead of a retry when the message was withdrawn, or its batch cancelled, during the attempt. */
async function cancelIfUnwanted(
  db: Querying,
  message: AttemptedMessage,
  next: NextState,
): Promise<NextState> {
  const isPending = next.state === 'queued' || next.state === 'held'
  // Locks the batch before the message, in the order of `cancelBatch`, to avoid deadlocks.
  if (next.state === 'queued' && (await wasBatchCancelled(db, message))) return cancelled
  return isPending && (await isWithdrawn(db, message.id)) ? cancelled : next
}

/** Whether the batch was cancelled during the attempt. A message that was resent after that is not affected. */
async function wasBatchCancelled(
  db: Querying,
  { batch_id, was_batch_cancelled }: AttemptedMessage,
): Promise<boolean> {
  if (batch_id === null || was_batch_cancelled === true) return false
  // The row lock makes a concurrent cancellation wait, so that it sees the message queued again.
  const batch = await maybeOne(
    db,
    sql`SELECT state FROM message_batches WHERE id = ${batch_id} FOR NO KEY UPDATE`,
    { state: 'text' },
  )
  return batch?.state === 'cancelled'
}

/** Locks the message: a concurrent withdrawal is either visible here, or waits and sees the state that is written next. */
async function isWithdrawn(db: Querying, id: string): Promise<boolean> {
  const message = await maybeOne(db, sql`SELECT withdrawn FROM messages WHERE id = ${id} FOR NO KEY UPDATE`, {
    withdrawn: 'boolean',
  })
  return message?.withdrawn === true
}

function nextStateOf({ kind }: Outcome, attempts: number): NextState {
  switch (kind) {
    case 'sent':
      return { state: 'sent', reason: null, outcome: 'sent' }
    case 'postponed':
      return attempts >= maximumAttempts
        ? { state: 'failed', reason: 'gaveUp', outcome: 'gaveUp' }
        : { state: 'queued', reason: null, outcome: 'postponed' }
    case 'refused':
      return { state: 'failed', reason: 'refused', outcome: 'refused' }
    case 'interrupted':
      return { state: 'doubtful', reason: 'interrupted', outcome: 'interrupted' }
    case 'held':
      return { state: 'held', reason: 'noServer', outcome: 'held' }
  }
}

const abandoned = 'O programa parou a meio do envio: a mensagem pode ter chegado.'

/** Marks a message as doubtful: a process that crashed was sending it, so it may have arrived. */
export async function markDoubtful(world: World, id: string): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    const row = await maybeOne(
      tx,
      sql`UPDATE messages SET state = 'doubtful', reason = 'interrupted', last_error = ${abandoned}, sealed = NULL,
               ${raiseVersion()} WHERE id = ${id} AND state = 'sending' RETURNING version, batch_id`,
      { version: 'integer', batch_id: 'uuid?' },
    )
    if (!row) return
    await recordAttempts({ db: tx, world }, [{ messageId: id, outcome: 'interrupted', detail: abandoned }])
    await notifyMessage(tx, id, row.version)
    await notifyBatches(tx, [row.batch_id])
  })
}

/** Holds a queued message, because automatic sending was switched off. */
export async function holdMessage(world: World, id: string): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    const row = await maybeOne(
      tx,
      sql`UPDATE messages SET state = 'held', reason = 'paused', next_attempt_at = NULL, ${raiseVersion()}
             WHERE id = ${id} AND state = 'queued' RETURNING version, batch_id`,
      { version: 'integer', batch_id: 'uuid?' },
    )
    if (!row) return
    await notifyMessage(tx, id, row.version)
    await notifyBatches(tx, [row.batch_id])
  })
}

async function notifyMessage(db: Tx, id: string, version: number): Promise<void> {
  await notifyChanges(db, [{ resource: 'messages', action: 'updated', id, version }])
}
