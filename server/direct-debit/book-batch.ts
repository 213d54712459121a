import { toEuros } from '@agremia/resources/rules/amount.ts'
import { many, maybeOne, raiseVersion, sql } from '../database/sql.ts'
import { isOwed, lockLedger } from '../dues/index.ts'
import { ApiError, reasonOf } from '../errors.ts'
import type { Job } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { byProgram } from '../rest/audit.ts'
import { updateWorkRecord, workOrFail } from '../rest/background-work.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'
import { planOf } from '../rest/modules.ts'
import { createContext } from '../rest/write-request.ts'
import { saveRecord } from '../rest/write.ts'
import { freeCharges, refreshBatch, scheduleBooking } from './batches.ts'
import type { Context, World } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'

/** The program registers payments as an editor does. */
const editing = { address: byProgram.address, caller: { ...byProgram.caller, role: 'editor' } } as const
const resource = 'debitBatches'

/**
 * Job: registers the payments of a batch on the day of its collection, each in a transaction of its own with its debit, so that a killed
 * process neither loses nor repeats one. A debit that a rule refuses (closed accounts) says why, and the batch can be tried again.
 */
export async function bookBatch(world: World, { data, signal }: Pick<Job, 'data' | 'signal'>): Promise<void> {
  const id = data['id'] ?? ''
  const today = await world.organisation.today()
  const batch = await maybeOne(
    world.database.pool,
    sql`SELECT state, collection_date AS day FROM debit_batches WHERE id = ${id}`,
    { state: 'text', day: 'day' },
  )
  if (!batch || !['sent', 'queued', 'running'].includes(batch.state)) return
  if (batch.day > today)
    return writeInTransaction(world, (db) => scheduleBooking({ db, world, today }, id, batch.day))
  const begun = await updateWorkRecord(world, resource, (db) =>
    maybeOne(
      db,
      sql`UPDATE debit_batches SET state = 'running', problem = NULL, ${raiseVersion()}
        WHERE id = ${id} AND state IN ('sent', 'queued', 'running') RETURNING id, version`,
      idAndVersion,
    ),
  )
  if (!begun) return
  const problem = 'Não foi possível registar a cobrança. Tente outra vez.'
  await workOrFail(world, { resource, id, problem }, () => bookCollections(world, id, signal))
}

async function bookCollections(world: World, batchId: string, signal: Job['signal']): Promise<void> {
  const pending = await many(
    world.database.pool,
    sql`SELECT id FROM debit_collections WHERE batch_id = ${batchId} AND state = 'pending' ORDER BY id`,
    { id: 'uuid' },
  )
  for (const { id } of pending) {
    if (signal.aborted) throw new JobInterrupted()
    await bookOrExplain(world, id)
  }
  await writeInTransaction(world, async (db, changes) => {
    await refreshBatch({ db, changes }, batchId)
    const rows = await many(
      db,
      sql`UPDATE debit_batches b SET state = CASE WHEN n.failed > 0 THEN 'failed' ELSE 'done' END,
          problem = CASE WHEN n.failed > 0 THEN n.failed || CASE WHEN n.failed = 1 THEN ' débito ficou' ELSE ' débitos ficaram' END || ' por registar: ' || n.problem END,
          ${raiseVersion('b')}
        FROM (SELECT count(*) AS failed, min(problem) AS problem FROM debit_collections WHERE batch_id = ${batchId} AND state = 'pending') n
        WHERE b.id = ${batchId} AND b.state = 'running' RETURNING b.id, b.version`,
      idAndVersion,
    )
    changes.push(...changesOf(resource, 'updated', rows))
  })
}

async function bookOrExplain(world: World, id: string): Promise<void> {
  try {
    await writeInTransaction(world, async (db, changes) =>
      bookOne({ ...(await createContext(world, db, editing)), changes }, id),
    )
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await writeInTransaction(world, async (db, changes) => {
      const rows = await many(
        db,
        sql`UPDATE debit_collections SET problem = ${reasonOf(error).slice(0, 300)}, ${raiseVersion()} WHERE id = ${id} AND state = 'pending' RETURNING id, version`,
        idAndVersion,
      )
      changes.push(...changesOf('debitCollections', 'updated', rows))
    })
  }
}

/** Registers the payment of a debit, unless it is registered: it pays the charges of the debit that are still owed; the rest is credit. */
export async function bookOne(writing: Context, id: string): Promise<void> {
  const { db, world, changes } = writing
  const found = await maybeOne(
    db,
    sql`SELECT u.member_id AS "memberId", u.batch_id AS "batchId", u.amount, u.mandate_reference AS reference, b.collection_date AS day, b.account_id AS "accountId", b.number
      FROM debit_collections u JOIN debit_batches b ON b.id = u.batch_id WHERE u.id = ${id}`,
    {
      memberId: 'uuid',
      batchId: 'uuid',
      amount: 'cents',
      reference: 'text',
      day: 'day',
      accountId: 'uuid',
      number: 'text',
    },
  )
  if (!found) return
  await lockLedger(db, [found.memberId])
  const isPending = await maybeOne(
    db,
    sql`SELECT id FROM debit_collections WHERE id = ${id} AND state = 'pending' FOR NO KEY UPDATE`,
    { id: 'uuid' },
  )
  if (!isPending) return
  const charges = await many(
    db,
    sql`SELECT c.id, least(c.open_amount, d.amount) AS amount FROM debit_charges d JOIN unsettled_payments c ON c.id = d.unsettled_payment_id
      WHERE d.collection_id = ${id} AND ${isOwed} ORDER BY c.due_date, c.id`,
    { id: 'uuid', amount: 'cents' },
  )
  await freeCharges(db, sql`u.id = ${id}::uuid`)
  const payment = await saveRecord(writing, planOf(world, 'payments'), {
    id: null,
    mode: 'create',
    input: {
      memberId: found.memberId,
      date: found.day,
      dateConfirmed: true,
      amount: toEuros(found.amount),
      method: 'directDebit',
      reference: `${found.number} · ${found.reference}`,
      bankAccountId: found.accountId,
      ...(charges.length > 0 && {
        items: charges.map((charge) => ({ unsettledPaymentId: charge.id, amount: toEuros(charge.amount) })),
      }),
    },
    given: { values: { receivedBy: 'Débito direto' } },
  })
  const rows: Pick<Change, 'id' | 'version'>[] = await many(
    db,
    sql`UPDATE debit_collections SET state = 'booked', payment_id = ${payment._id}, problem = NULL, ${raiseVersion()} WHERE id = ${id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('debitCollections', 'updated', rows))
  await refreshBatch(writing, found.batchId)
}
