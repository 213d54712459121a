import { many, one, sql } from '../../database/sql.ts'
import type { Querying } from '../../database/querying.ts'
import type { BatchComposer, LeftOutReason } from '../../messages/index.ts'
import { recordAudit } from '../../rest/audit.ts'
import { adviceFor } from '../advice/advice.ts'
import { adviceFrames, adviceValues } from '../advice/advice-values.ts'
import { isOwed } from '../ledger/conditions.ts'
import { lockLedger } from '../ledger/ledger.ts'

/** What is owed by `b.member_id` of what somebody is told of (`b.charge_ids`). */
export const openOf = sql`unsettled_payments c WHERE c.member_id = b.member_id AND ${isOwed}
  AND (b.charge_ids IS NULL OR c.id = ANY(b.charge_ids))`

interface Written {
  attachAdvice: boolean
  /** Who wrote it, as the history of the debts says it. */
  createdByName: string
}

/** Tells each what they owe at that moment and how it is paid. It is no step of the ladder of reminders. */
export function paymentMessageComposer({ attachAdvice, createdByName }: Written): BatchComposer {
  return {
    chunk: 50,
    async leaveOut({ db }, batchId, memberIds) {
      // All at once, in the order in which everybody asks for them.
      await lockLedger(db, memberIds)
      return whoOwesNothing(db, batchId, memberIds)
    },
    async tell(composing, batchId, { memberId }) {
      const { db, world } = composing
      const { asked, open } = await chosenOf(db, batchId, memberId)
      const advice = await adviceFor(composing, { memberId, type: null, year: null, chargeIds: asked })
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

async function whoOwesNothing(
  db: Querying,
  batchId: string,
  memberIds: readonly string[],
): Promise<Map<string, LeftOutReason>> {
  const rows = await many(
    db,
    sql`SELECT b.member_id AS id FROM message_batch_people b
           WHERE b.batch_id = ${batchId} AND b.member_id = ANY(${memberIds}::uuid[]) AND NOT EXISTS (SELECT FROM ${openOf})`,
    { id: 'uuid' },
  )
  return new Map(rows.map(({ id }) => [id, 'noDebt']))
}

/** The debts that were chosen of somebody, null for all, and those of them that are open. */
async function chosenOf(
  db: Querying,
  batchId: string,
  memberId: string,
): Promise<{ asked: string[] | null; open: string[] }> {
  return one(
    db,
    sql`SELECT b.charge_ids AS asked, ARRAY(SELECT c.id FROM ${openOf}) AS open FROM message_batch_people b
           WHERE b.batch_id = ${batchId} AND b.member_id = ${memberId}`,
    { asked: 'uuid[]?', open: 'uuid[]' },
  )
}
