import type { ComputedColumn } from '../rest/plan.ts'
import { toJson } from '../rest/codec.ts'
import { isUsed } from './conditions.ts'

/** Whether credit settled some of a charge, and may be given back. */
export const usesCreditColumn: ComputedColumn = {
  sql: (alias) =>
    `EXISTS (SELECT 1 FROM credit_uses u WHERE u.unsettled_payment_id = ${alias}.id AND ${isUsed})`,
  toJson: toJson.boolean,
}
