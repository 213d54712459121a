import { raw, sql } from '../database/sql.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { toJson } from '../rest/codec.ts'
import { isUsed } from './conditions.ts'

/** Whether credit settled some of a charge, and may be given back. */
export const usesCreditColumn: ComputedColumn = {
  sql: (alias) =>
    sql`EXISTS (SELECT 1 FROM credit_uses u WHERE u.unsettled_payment_id = ${raw(alias)}.id AND ${isUsed})`,
  toJson: toJson.boolean,
}
