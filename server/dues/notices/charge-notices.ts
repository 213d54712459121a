import type { Sql } from '../../database/sql.ts'
import { empty, execute, sql, raw } from '../../database/sql.ts'
import type { Writing } from '../../rest/write.ts'
import type { ReachedCharge } from './debtors.ts'
import type { ComputedColumn } from '../../rest/plan.ts'
import { toJson } from '../../rest/codec.ts'

/** Keeps which charges a message tells of. The database counts them as reminded when the message leaves. */
export async function keepNotice(
  { db }: Pick<Writing, 'db'>,
  messageId: string,
  charges: readonly ReachedCharge[],
): Promise<void> {
  await execute(
    db,
    sql`INSERT INTO charge_notices (message_id, unsettled_payment_id, step)
           SELECT ${messageId}, id, step FROM unnest(${charges.map(({ id }) => id)}::uuid[], ${charges.map(({ step }) => step)}::integer[]) AS told (id, step)`,
  )
}

/** SQL: whether the message `m` has not left and still may. */
export const mayStillLeave = sql`m.state IN ('queued', 'sending', 'held', 'doubtful')`

/**
 * SQL of `pending`: by charge, the highest step of notices that may still leave, so that nobody is told of it twice. Only of these
 * members when some are named: reading the notices of everybody for each member would take a square of their number.
 */
export function pendingNoticesSql(memberIds: readonly string[]): Sql {
  const ofMembers =
    memberIds.length > 0
      ? sql`AND n.unsettled_payment_id IN (SELECT id FROM unsettled_payments WHERE member_id = ANY(${memberIds}::uuid[]))`
      : empty
  return sql`pending AS (
    SELECT n.unsettled_payment_id AS id, max(n.step) AS step FROM charge_notices n JOIN messages m ON m.id = n.message_id
    WHERE ${mayStillLeave} ${ofMembers} GROUP BY n.unsettled_payment_id)`
}

/** Whether a notice about a charge is written and has not left yet. */
export const noticeWaitsColumn: ComputedColumn = {
  sql: (alias) =>
    sql`EXISTS (SELECT 1 FROM charge_notices n JOIN messages m ON m.id = n.message_id
      WHERE n.unsettled_payment_id = ${raw(alias)}.id AND ${mayStillLeave})`,
  toJson: toJson.boolean,
}
