import type { Querying } from '../database/querying.ts'
import type { BatchComposer, LeftOutReason } from '../messages/index.ts'
import { adviceFor } from './advice.ts'
import { adviceFrames, adviceValues } from './advice-values.ts'
import { lockLedger } from './ledger.ts'

/** What is owed by `b.member_id` of what somebody is told of (`b.charge_ids`). */
export const openOf = `unsettled_payments c WHERE c.member_id = b.member_id AND c.status IN ('open', 'partial')
  AND (b.charge_ids IS NULL OR c.id = ANY(b.charge_ids))`

/** Tells each what they owe at that moment and how it is paid. It is no step of the ladder of reminders. */
export function paymentMessageComposer({ attachAdvice }: { attachAdvice: boolean }): BatchComposer {
  return {
    chunk: 50,
    async leaveOut({ db }, batchId, memberIds) {
      // All at once, in the order in which everybody asks for them.
      await lockLedger(db, memberIds)
      return whoOwesNothing(db, batchId, memberIds)
    },
    async tell(composing, batchId, { memberId }) {
      const { db, world } = composing
      const chargeIds = await chosenOf(db, batchId, memberId)
      const advice = await adviceFor(composing, { memberId, type: null, year: null, chargeIds })
      return {
        values: adviceValues(advice, world),
        about: { resource: 'members', id: memberId },
        frames: adviceFrames(advice),
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
  const { rows } = await db.query({
    text: `SELECT b.member_id AS id FROM message_batch_people b
           WHERE b.batch_id = $1 AND b.member_id = ANY($2::uuid[]) AND NOT EXISTS (SELECT FROM ${openOf})`,
    values: [batchId, memberIds],
  })
  return new Map((rows as { id: string }[]).map(({ id }) => [id, 'noDebt']))
}

async function chosenOf(db: Querying, batchId: string, memberId: string): Promise<string[] | null> {
  const { rows } = await db.query({
    text: 'SELECT charge_ids AS "chargeIds" FROM message_batch_people WHERE batch_id = $1 AND member_id = $2',
    values: [batchId, memberId],
  })
  return (rows[0] as { chargeIds: string[] | null }).chargeIds
}
