import type { World } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import { maybeOne, raiseVersion, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { notifyChanges } from '../rest/changes.ts'
import type { Attempt } from './attempts.ts'
import { recordAttempts } from './attempts.ts'
import { addSendingJobs } from './compose.ts'
import { tellBatches } from './notify-batches.ts'
import type { Outcome } from './outcome.ts'

/** After the last one the message is given up. The waits between them are doubled each time: eight hours in all. */
export const mostAttempts = 10
const firstWait = 60
const longestWait = 4 * 3600

interface Tried {
  id: string
  attempts: number
  is_urgent: boolean
  batch_id: string | null
  was_called_off: boolean | null
}

interface Written {
  state: 'sent' | 'queued' | 'failed' | 'doubtful' | 'held' | 'cancelled'
  reason: string | null
  outcome: Attempt['outcome']
}

/** Writes what became of a message that this process tried to deliver, and puts off the next try if there is one. */
export async function conclude(world: World, message: Tried, result: Outcome): Promise<void> {
  const wait = Math.min(longestWait, firstWait * 2 ** (message.attempts - 1))
  await inTransaction(world.database, async (tx) => {
    const written = await unlessCalledOff(tx, message, writtenOf(result, message.attempts))
    const next = written.state === 'queued' ? new Date(world.clock().getTime() + wait * 1000) : null
    const explained = written.state === 'sent' ? null : (result.detail?.slice(0, 500) ?? null)
    // Whoever found it abandoned meanwhile was wrong: the truth is what this process saw.
    const row = await maybeOne(
      tx,
      sql`UPDATE messages m SET state = ${written.state}, reason = ${written.reason}, last_error = ${explained}, next_attempt_at = ${next}, sent_at = ${written.state === 'sent' ? world.clock() : null},
               sealed = CASE WHEN ${written.state} IN ('queued', 'held') THEN sealed END, ${raiseVersion()}
             FROM (SELECT id, state FROM messages WHERE id = ${message.id} FOR NO KEY UPDATE) was
             WHERE m.id = was.id AND was.state IN ('sending', 'doubtful') AND m.attempts = ${message.attempts}
             RETURNING m.version`,
      { version: 'integer' },
    )
    if (!row) return
    await recordAttempts({ db: tx, world }, [
      { messageId: message.id, outcome: written.outcome, detail: result.detail },
    ])
    if (written.state === 'queued')
      await addSendingJobs({ db: tx, world }, [
        { id: message.id, isUrgent: message.is_urgent, isBulk: message.batch_id !== null, after: wait },
      ])
    await told(tx, message.id, row.version)
    await tellBatches(tx, [message.batch_id])
  })
}

const calledOff: Written = { state: 'cancelled', reason: null, outcome: 'cancelled' }

/** What is to be tried again is not, when it was withdrawn or its sending called off while this process tried. */
async function unlessCalledOff(db: Querying, message: Tried, written: Written): Promise<Written> {
  const isToLeave = written.state === 'queued' || written.state === 'held'
  // The batch is locked before the message, as those do who call it off.
  if (written.state === 'queued' && (await isBatchCalledOff(db, message))) return calledOff
  return isToLeave && (await isWithdrawn(db, message.id)) ? calledOff : written
}

async function isBatchCalledOff(db: Querying, { batch_id, was_called_off }: Tried): Promise<boolean> {
  if (batch_id === null || was_called_off === true) return false
  // Whoever calls it off waits, or this process does.
  const batch = await maybeOne(
    db,
    sql`SELECT state FROM message_batches WHERE id = ${batch_id} FOR NO KEY UPDATE`,
    { state: 'text' },
  )
  return batch?.state === 'cancelled'
}

/** Locks the message, so that a concurrent withdrawal either is seen here or sees the state that is written next. */
async function isWithdrawn(db: Querying, id: string): Promise<boolean> {
  const message = await maybeOne(db, sql`SELECT withdrawn FROM messages WHERE id = ${id} FOR NO KEY UPDATE`, {
    withdrawn: 'boolean',
  })
  return message?.withdrawn === true
}

function writtenOf({ kind }: Outcome, attempts: number): Written {
  switch (kind) {
    case 'sent':
      return { state: 'sent', reason: null, outcome: 'sent' }
    case 'postponed':
      return attempts >= mostAttempts
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

/** What a process that died was sending: nobody knows whether it arrived. */
export async function leaveInDoubt(world: World, id: string): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    const row = await maybeOne(
      tx,
      sql`UPDATE messages SET state = 'doubtful', reason = 'interrupted', last_error = ${abandoned}, sealed = NULL,
               ${raiseVersion()} WHERE id = ${id} AND state = 'sending' RETURNING version, batch_id`,
      { version: 'integer', batch_id: 'uuid?' },
    )
    if (!row) return
    await recordAttempts({ db: tx, world }, [{ messageId: id, outcome: 'interrupted', detail: abandoned }])
    await told(tx, id, row.version)
    await tellBatches(tx, [row.batch_id])
  })
}

/** Sending was switched off while the message waited. */
export async function hold(world: World, id: string): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    const row = await maybeOne(
      tx,
      sql`UPDATE messages SET state = 'held', reason = 'paused', next_attempt_at = NULL, ${raiseVersion()}
             WHERE id = ${id} AND state = 'queued' RETURNING version, batch_id`,
      { version: 'integer', batch_id: 'uuid?' },
    )
    if (!row) return
    await told(tx, id, row.version)
    await tellBatches(tx, [row.batch_id])
  })
}

async function told(db: Querying, id: string, version: number): Promise<void> {
  await notifyChanges(db, [{ resource: 'messages', action: 'updated', id, version }])
}
