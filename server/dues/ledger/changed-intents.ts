import type { Querying } from '../../database/querying.ts'
import { many, prepared, raiseVersion, sql } from '../../database/sql.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { Change } from '../../rest/change.ts'

/**
 * Cancels the open intents of these members whose charges changed. Neither gateway can withdraw a reference: a payment of a cancelled one
 * can still arrive, settles the charges open at that time, and polling continues. Needs the ledger locked. Returns the changes.
 */
export async function endChangedIntents(db: Querying, memberIds: readonly string[]): Promise<Change[]> {
  const rows = await many(
    db,
    prepared(sql`
      UPDATE payment_intents i SET status = 'cancelled', problem = 'As dívidas mudaram.', ${raiseVersion('i')}
      WHERE i.member_id = ANY(${memberIds}::uuid[]) AND i.status IN ('created', 'pending') AND EXISTS (
        SELECT FROM unnest(i.charge_ids, i.charge_amounts) AS asked (id, amount) LEFT JOIN unsettled_payments c ON c.id = asked.id
        WHERE c.open_amount IS DISTINCT FROM asked.amount)
      RETURNING i.id, i.version`),
    idAndVersion,
  )
  return changesOf('paymentIntents', 'updated', rows)
}
