import { many, one, sql } from '../../database/sql.ts'
import type { Querying } from '../../database/querying.ts'
import type { BatchComposer, LeftOutReason } from '../../messages/index.ts'
import { recordAudit } from '../../rest/audit.ts'
import { adviceFor } from '../advice/advice.ts'
import { adviceFrames, adviceValues } from '../advice/advice-values.ts'
import { ensureReference } from '../intents/request-intent.ts'
import { isOwed } from '../ledger/conditions.ts'
import { lockLedger } from '../ledger/ledger.ts'

/** SQL: whether the message to the batch recipient `b` is about the charge `c`. */
export const isInBatch = sql`(b.charge_ids IS NULL OR c.id = ANY(b.charge_ids))`
/** SQL: the open charges of the batch recipient `b` that the message is about. */
const openChargesOf = sql`unsettled_payments c WHERE c.member_id = b.member_id AND ${isOwed} AND ${isInBatch}`

interface MessageOptions {
  attachAdvice: boolean
  /** Author's name, for the audit events of the charges. */
  createdByName: string
}

/** Composer of payment messages: each member's open charges at that moment and how to pay them. They do not count as reminders. */
export function paymentMessageComposer({ attachAdvice, createdByName }: MessageOptions): BatchComposer {
  return {
    chunk: 50,
    async beforehand(world, batchId, memberIds, signal) {
      for (const memberId of memberIds) {
        if (signal.aborted) return
        const { chargeIds } = await chargesOf(world.database.pool, batchId, memberId)
        await ensureReference(world, { memberId, type: null, year: null, chargeIds })
      }
    },
    async leaveOut({ db }, batchId, memberIds) {
      // Locks all ledgers in one statement (ordered by id), to avoid deadlocks.
      await lockLedger(db, memberIds)
      return findWithoutDebt(db, batchId, memberIds)
    },
    async tell(context, batchId, { memberId }) {
      const { db, world } = context
      const { chargeIds, open } = await chargesOf(db, batchId, memberId)
      const advice = await adviceFor(context, { memberId, type: null, year: null, chargeIds })
      await recordAudit(
        { db, address: null, caller: { id: null, name: createdByName, role: 'editor', personId: null } },
        open.map((id) => ({ resource: 'unsettledPayments', id, action: 'tell', changes: [] })),
      )
      return {
        values: adviceValues(advice, world),
        about: { resource: 'members', id: memberId },
        frames: adviceFrames(advice, world),
        attachments:
          attachAdvice && advice.publicId ? [{ document: 'advice', id: advice.publicId }] : undefined,
      }
    },
  }
}

async function findWithoutDebt(
  db: Querying,
  batchId: string,
  memberIds: readonly string[],
): Promise<Map<string, LeftOutReason>> {
  const rows = await many(
    db,
    sql`SELECT b.member_id AS id FROM message_batch_people b
           WHERE b.batch_id = ${batchId} AND b.member_id = ANY(${memberIds}::uuid[]) AND NOT EXISTS (SELECT FROM ${openChargesOf})`,
    { id: 'uuid' },
  )
  return new Map(rows.map(({ id }) => [id, 'noDebt']))
}

/** The chosen charges of a recipient (null: all), and the open ones among them. */
async function chargesOf(
  db: Querying,
  batchId: string,
  memberId: string,
): Promise<{ chargeIds: string[] | null; open: string[] }> {
  return one(
    db,
    sql`SELECT b.charge_ids AS "chargeIds", ARRAY(SELECT c.id FROM ${openChargesOf}) AS open FROM message_batch_people b
           WHERE b.batch_id = ${batchId} AND b.member_id = ${memberId}`,
    { chargeIds: 'uuid[]?', open: 'uuid[]' },
  )
}
