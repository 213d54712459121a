import type { RowOf } from '../../database/sql.ts'
import { many, maybeOne, raiseVersion, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Job } from '../../jobs/index.ts'
import { JobInterrupted } from '../../jobs/index.ts'
import { composeBatch } from '../../messages/index.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../../rest/changes.ts'
import { paymentMessageComposer } from './composer.ts'
import { addScheduledJob, startBatch, noRecipients } from './payment-messages.ts'
import type { World } from '../../rest/modules.ts'
import type { Change } from '../../rest/change.ts'

type LockedMessage = RowOf<typeof lockedMessageShape>
const lockedMessageShape = {
  id: 'uuid',
  status: 'text',
  scheduledAt: 'moment?',
  batchId: 'uuid?',
  attachesAdvice: 'boolean',
  createdByName: 'text?',
  memberIds: 'text[]',
  unsettledPaymentIds: 'text[]',
  debts: 'json?',
} as const

/**
 * Job: composes the messages of a payment message, continuing where an earlier run stopped. A scheduled message is started at its
 * time. An error marks the record as failed, and it waits until somebody sends it again.
 */
export async function runPaymentMessage(world: World, { data, signal }: Job): Promise<void> {
  const id = data['id'] ?? ''
  try {
    const started = await startOrResume(world, id, data['at'])
    if (!started) return
    await composeBatch(world, { id: started.batchId, signal }, paymentMessageComposer(started))
    await finish(world, id)
  } catch (error) {
    if (error instanceof JobInterrupted) throw error
    world.log.error({ err: error, paymentMessage: id }, 'could not compose a payment message')
    await writeInTransaction(world, (db) =>
      fail(db, id, 'A preparação parou a meio. Envie de novo: continua onde ficou.'),
    )
  }
}

/** The batch to compose; undefined when there is nothing to do, or not yet. */
async function startOrResume(
  world: World,
  id: string,
  at: string | undefined,
): Promise<{ batchId: string; attachesAdvice: boolean; createdByName: string } | undefined> {
  const today = await world.organisation.today()
  return writeInTransaction(world, async (db, changes) => {
    const message = await findLocked(db, id)
    if (message?.status === 'scheduled' && isCurrentJob(message, at)) {
      if (new Date(String(at)) > world.clock()) {
        await addScheduledJob({ db, world }, { id, at: new Date(String(at)) })
        return undefined
      }
      const hasRecipients = await startBatch({ world, db, today, changes }, { ...message })
      if (!hasRecipients) changes.push(...(await fail(db, id, noRecipients)))
    }
    const started = await findLocked(db, id)
    if (started?.status !== 'sending' || started.batchId === null) return undefined
    const { batchId, attachesAdvice, createdByName } = started
    return { batchId, attachesAdvice, createdByName: createdByName ?? '' }
  })
}

/** Whether the job belongs to the current schedule of the message, not to an earlier one that was unscheduled. */
function isCurrentJob({ scheduledAt }: LockedMessage, at: string | undefined): boolean {
  return at !== undefined && scheduledAt !== null && new Date(scheduledAt).toISOString() === at
}

async function findLocked(db: Tx, id: string): Promise<LockedMessage | undefined> {
  return maybeOne(
    db,
    sql`SELECT id, status, scheduled_at AS "scheduledAt", batch_id AS "batchId", attach_advice AS "attachesAdvice",
             created_by_name AS "createdByName",
             member_ids AS "memberIds", unsettled_payment_ids AS "unsettledPaymentIds", debts
           FROM payment_message WHERE id = ${id} FOR NO KEY UPDATE`,
    lockedMessageShape,
  )
}

/** Sets the final status: sent, or failed when no message was written. */
async function finish(world: World, id: string): Promise<void> {
  await writeInTransaction(world, async (db, changes) => {
    const rows = await many(
      db,
      sql`UPDATE payment_message p SET ${raiseVersion('p')},
               status = CASE WHEN b.left_out < b.done THEN 'sent' ELSE 'failed' END,
               problem = CASE WHEN b.state = 'cancelled' THEN 'O envio foi cancelado antes de estar todo preparado.'
                 WHEN b.left_out = b.done THEN 'Ninguém recebeu a mensagem: veja os motivos.' END
             FROM message_batches b WHERE p.id = ${id} AND b.id = p.batch_id AND p.status = 'sending' AND b.state <> 'composing'
             RETURNING p.id, p.version`,
      idAndVersion,
    )
    changes.push(...changesOf('paymentMessage', 'updated', rows))
  })
}

async function fail(db: Tx, id: string, problem: string): Promise<Change[]> {
  const rows = await many(
    db,
    sql`UPDATE payment_message SET status = 'failed', problem = ${problem}, ${raiseVersion()}
           WHERE id = ${id} AND status IN ('scheduled', 'sending') RETURNING id, version`,
    idAndVersion,
  )
  return changesOf('paymentMessage', 'updated', rows)
}
