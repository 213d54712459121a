import type { World } from '../../context.ts'
import type { RowOf } from '../../database/sql.ts'
import { many, maybeOne, raiseVersion, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Job } from '../../jobs/index.ts'
import { JobInterrupted } from '../../jobs/index.ts'
import { composeBatch } from '../../messages/index.ts'
import type { Change } from '../../rest/changes.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../../rest/changes.ts'
import type { Engine } from '../../rest/modules.ts'
import { paymentMessageComposer } from './composer.ts'
import { addScheduled, beginSending, nobodyChosen } from './payment-messages.ts'

type LockedMessage = RowOf<typeof lockedMessageShape>
const lockedMessageShape = {
  id: 'uuid',
  status: 'text',
  scheduledAt: 'moment?',
  batchId: 'uuid?',
  attachAdvice: 'boolean',
  createdByName: 'text?',
  memberIds: 'text[]',
  unsettledPaymentIds: 'text[]',
  debts: 'json?',
} as const

/**
 * Composes the messages of a message about debts, from where whoever began it stopped; one that was planned begins at its time.
 * When it cannot be done the record says so, and waits until somebody asks for it again.
 */
export async function workOnPaymentMessage(engine: Engine, { data, signal }: Job): Promise<void> {
  const { world } = engine
  const id = data['id'] ?? ''
  try {
    const begun = await begin(engine, id, data['at'])
    if (!begun) return
    await composeBatch(world, { id: begun.batchId, signal }, paymentMessageComposer(begun))
    await conclude(world, id)
  } catch (error) {
    if (error instanceof JobInterrupted) throw error
    world.log.error({ err: error, paymentMessage: id }, 'a message about debts could not be composed')
    await writeInTransaction(world, (db) =>
      fail(db, id, 'A preparação parou a meio. Envie de novo: continua onde ficou.'),
    )
  }
}

/** The bulk sending to compose; undefined when there is nothing to do, or not yet. */
async function begin(
  engine: Engine,
  id: string,
  at: string | undefined,
): Promise<{ batchId: string; attachAdvice: boolean; createdByName: string } | undefined> {
  const { world } = engine
  const today = await world.organisation.today()
  return writeInTransaction(world, async (db, changes) => {
    const found = await findLocked(db, id)
    if (found?.status === 'scheduled' && isOf(found, at)) {
      if (new Date(String(at)) > world.clock()) {
        await addScheduled({ db, world }, { id, at: new Date(String(at)) })
        return undefined
      }
      const isAnybody = await beginSending({ engine, db, today, changes, world }, { ...found })
      if (!isAnybody) changes.push(...(await fail(db, id, nobodyChosen)))
    }
    const begun = await findLocked(db, id)
    if (begun?.status !== 'sending' || begun.batchId === null) return undefined
    const { batchId, attachAdvice, createdByName } = begun
    return { batchId, attachAdvice, createdByName: createdByName ?? '' }
  })
}

/** Whether the work is that of the time for which the message is planned now, and not of one that was taken back. */
function isOf({ scheduledAt }: LockedMessage, at: string | undefined): boolean {
  return at !== undefined && scheduledAt !== null && new Date(scheduledAt).toISOString() === at
}

async function findLocked(db: Tx, id: string): Promise<LockedMessage | undefined> {
  return maybeOne(
    db,
    sql`SELECT id, status, scheduled_at AS "scheduledAt", batch_id AS "batchId", attach_advice AS "attachAdvice",
             created_by_name AS "createdByName",
             member_ids AS "memberIds", unsettled_payment_ids AS "unsettledPaymentIds", debts
           FROM payment_message WHERE id = ${id} FOR NO KEY UPDATE`,
    lockedMessageShape,
  )
}

/** Says what became of it: sent once its messages are in the outbox, failed when it wrote to nobody. */
async function conclude(world: World, id: string): Promise<void> {
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
