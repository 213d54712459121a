import type { ComputedColumn } from '../rest/plan.ts'
import { toJson } from '../rest/codec.ts'
import { mayStillLeave } from './keep-notice.ts'

/** Whether a notice about a charge is written and has not left yet. */
export const noticeWaitsColumn: ComputedColumn = {
  sql: (alias) =>
    `EXISTS (SELECT 1 FROM charge_notices n JOIN messages m ON m.id = n.message_id
      WHERE n.unsettled_payment_id = ${alias}.id AND ${mayStillLeave})`,
  toJson: toJson.boolean,
}
