import type { Sql } from '../../database/sql.ts'
import { raiseVersion, sql } from '../../database/sql.ts'

/**
 * SQL that cancels the open intents `i` of some members whose charges changed, and returns `id` and `version`. Neither gateway can withdraw a
 * reference: a payment of a cancelled one can still arrive, settles the charges open at that time, and polling continues. Needs the ledger
 * locked.
 */
export const endChangedIntentsSql = (ofMembers: Sql): Sql => sql`
      UPDATE payment_intents i SET status = 'cancelled', problem = 'As dívidas mudaram.', ${raiseVersion('i')}
      WHERE ${ofMembers} AND i.status IN ('created', 'pending') AND EXISTS (
        SELECT FROM unnest(i.charge_ids, i.charge_amounts) AS asked (id, amount) LEFT JOIN unsettled_payments c ON c.id = asked.id
        WHERE c.open_amount IS DISTINCT FROM asked.amount)
      RETURNING i.id, i.version`
