import { raw, sql } from '../database/sql.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { toJson } from '../rest/codec.ts'
import { mayStillLeave } from './keep-notice.ts'

/** Whether a notice about a charge is written and has not left yet. */
export const noticeWaitsColumn: ComputedColumn = {
  sql: (alias) =>
    sql`EXISTS (SELECT 1 FROM charge_notices n JOIN messages m ON m.id = n.message_id
      WHERE n.unsettled_payment_id = ${raw(alias)}.id AND ${mayStillLeave})`,
  toJson: toJson.boolean,
}
