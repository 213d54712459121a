import type { Sql } from '../../database/sql.ts'
import { empty, execute, sql, raw } from '../../database/sql.ts'
import { isWaiting } from '../../messages/index.ts'
import type { ComputedColumn } from '../../rest/plan.ts'
import { toJson } from '../../rest/codec.ts'
import type { Context } from '../../rest/modules.ts'

/** Stores which charges a message is about. A trigger counts them as reminded when the message is sent. */
export function insertChargeNotices(
  { db }: Pick<Context, 'db'>,
  messageId: string,
  charges: readonly ReachedCharge[],
): Promise<void> {
  return replaceChargeNotices({ db }, new Map([[messageId, charges]]))
}

/** Stores which charges messages are about, instead of those that they were about before. */
export async function replaceChargeNotices(
  { db }: Pick<Context, 'db'>,
  chargesOf: ReadonlyMap<string, readonly ReachedCharge[]>,
): Promise<void> {
  const notices = [...chargesOf].flatMap(([message_id, charges]) =>
    charges.map(({ id, step }) => ({ message_id, unsettled_payment_id: id, step })),
  )
  if (chargesOf.size === 0) return
  await execute(
    db,
    sql`DELETE FROM charge_notices WHERE message_id = ANY(${[...chargesOf.keys()]}::uuid[])
          AND (message_id, unsettled_payment_id) NOT IN (
            SELECT message_id, unsettled_payment_id FROM jsonb_populate_recordset(NULL::charge_notices, ${JSON.stringify(notices)}))`,
  )
  await execute(
    db,
    sql`INSERT INTO charge_notices SELECT * FROM jsonb_populate_recordset(NULL::charge_notices, ${JSON.stringify(notices)})
        ON CONFLICT (message_id, unsettled_payment_id) DO UPDATE SET step = EXCLUDED.step`,
  )
}

/** SQL: whether the message `m` has not been sent and still may be. */
export const mayBeSent = sql`(${isWaiting('m')} OR m.state IN ('sending', 'doubtful'))`

/**
 * SQL of `pending`: by charge, the highest step of its unsent notices, so that no step is sent twice. `memberIds` limits it:
 * without the limit, a task that reads it for each member would take quadratic time.
 */
export function pendingNoticesSql(memberIds: readonly string[]): Sql {
  const ofMembers =
    memberIds.length > 0
      ? sql`AND n.unsettled_payment_id IN (SELECT id FROM unsettled_payments WHERE member_id = ANY(${memberIds}::uuid[]))`
      : empty
  return sql`pending AS (
    SELECT n.unsettled_payment_id AS id, max(n.step) AS step FROM charge_notices n JOIN messages m ON m.id = n.message_id
    WHERE ${mayBeSent} ${ofMembers} GROUP BY n.unsettled_payment_id)`
}

/** Whether an unsent notice about the charge exists. */
export const noticeWaitsColumn: ComputedColumn = {
  sql: (alias) =>
    sql`EXISTS (SELECT 1 FROM charge_notices n JOIN messages m ON m.id = n.message_id
      WHERE n.unsettled_payment_id = ${raw(alias)}.id AND ${mayBeSent})`,
  toJson: toJson.boolean,
}

export interface ReachedCharge {
  id: string
  /** Place in `noticeSteps`, from 1. */
  step: number
}
