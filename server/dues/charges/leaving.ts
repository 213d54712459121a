import type { Querying } from '../../database/querying.ts'
import type { Sql } from '../../database/sql.ts'
import { execute, many, raiseVersion, prepared, sql } from '../../database/sql.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { StateChange } from '../../membership-events.ts'
import { endOfPeriod, isNotCancelled, isReceived, monthsOf, shareMonths } from '../ledger/conditions.ts'
import { restoreUses, undoUses } from '../ledger/credit.ts'
import { lockLedger, refreshLedger } from '../ledger/ledger.ts'
import type { Context } from '../../rest/modules.ts'

/** SQL of `isOutside`; `isLasting` says whether a time `s` of the membership, which began before the period ended, reaches into it. */
const isOutsideOf = (isLasting: Sql): Sql => sql`(c.type = 'quota' AND NOT EXISTS (
    SELECT FROM membership_spans s WHERE s.member_id = m.id AND s.from_day < ${endOfPeriod} AND ${isLasting})
  OR c.type IN ('joia', 'capital') AND c.origin = 'admission' AND coalesce(m.end_date < m.admission_date, false))`
const isLasting = sql`s.to_day > period_start(c.year, c.period)`
/**
 * SQL: whether `c` is a quota of a period in which its member `m` did not belong on any day: who leaves on the first day of a period, or of
 * the membership in it, does not owe it. Who gave up before the admission does not owe what it charged.
 */
const isOutside = isOutsideOf(isLasting)
/**
 * SQL: whether the charge `c` is outside the membership of `m`, who left. A planned readmission counts as without end: a leaving planned after it
 * cancels nothing before its day.
 */
const afterLeaving = sql`(${isOutsideOf(sql`(${isLasting} OR s.from_day > m.end_date)`)}
  AND (c.type <> 'quota' OR ${endOfPeriod} > m.end_date))`
/** SQL: whether leaving cancels the charge `c` of the member `m`. */
const cancelledByLeaving = sql`${afterLeaving} AND NOT c.owed_after_leaving AND c.status IN ('open', 'partial', 'paid')`

/**
 * Cancels quotas of periods in which the member did not belong, having left, except those marked `owed_after_leaving`. What is paid of them
 * becomes credit, and credit that was used on them comes back. Of some members, or of all; idempotent.
 */
export async function cancelAfterLeaving(
  context: Pick<Context, 'db' | 'today' | 'settings' | 'changes'>,
  memberIds: readonly string[] | null = null,
): Promise<void> {
  const { db, changes } = context
  const rows = await many(
    db,
    sql`SELECT DISTINCT m.id FROM unsettled_payments c JOIN members m ON m.id = c.member_id
           WHERE m.end_date IS NOT NULL AND ${cancelledByLeaving} AND (${memberIds}::uuid[] IS NULL OR m.id = ANY(${memberIds}::uuid[]))`,
    { id: 'uuid' },
  )
  if (rows.length === 0) return
  const chosen = rows.map(({ id }) => id)
  await lockLedger(db, chosen)
  await undoUses(
    context,
    sql`u.unsettled_payment_id IN (SELECT c.id FROM unsettled_payments c JOIN members m ON m.id = c.member_id
      WHERE m.id = ANY(${chosen}::uuid[]) AND ${cancelledByLeaving})`,
    { undoneBy: 'leaving' },
  )
  await makeCredit(context, chosen)
  const cancelled = await many(
    db,
    sql`UPDATE unsettled_payments c SET status = 'cancelled', paid_amount = 0, cancel_reason = 'saída', cancelled_by = 'leaving',
             ${raiseVersion('c')}
           FROM members m WHERE m.id = c.member_id AND m.id = ANY(${chosen}::uuid[]) AND ${cancelledByLeaving}
           RETURNING c.id, c.version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'updated', cancelled))
  await refreshLedger(context, chosen)
}

/**
 * Makes what payments settled of the charges that leaving cancels credit of these members: the lines of the receipts stay, without their
 * charge. An undone use of that credit notes the charge, so that correcting the leaving settles it again.
 */
async function makeCredit(
  { db, today, changes }: Pick<Context, 'db' | 'today' | 'changes'>,
  memberIds: readonly string[],
): Promise<void> {
  const items = await many(
    db,
    sql`WITH freed AS MATERIALIZED (
          SELECT i.id, i.payment_id, i.unsettled_payment_id, c.member_id, p.date, i.amount
          FROM unsettled_payments c JOIN members m ON m.id = c.member_id JOIN payment_items i ON i.unsettled_payment_id = c.id
          JOIN payments p ON p.id = i.payment_id
          WHERE m.id = ANY(${memberIds}::uuid[]) AND ${cancelledByLeaving} AND ${isReceived}),
        noted AS (
          INSERT INTO credit_uses (id, member_id, payment_id, unsettled_payment_id, date, amount, status, undone_by, undone_on)
          SELECT new_id(), member_id, payment_id, unsettled_payment_id, date, amount, 'undone', 'leaving', ${today}::date FROM freed)
        UPDATE payment_items i SET unsettled_payment_id = NULL, ${raiseVersion('i')}
        FROM freed f WHERE i.id = f.id RETURNING i.id, i.version`,
    idAndVersion,
  )
  changes.push(...changesOf('paymentItems', 'updated', items))
}

/**
 * Restores the quotas that a leaving cancelled, when the leaving was corrected on its own day, unless another quota has the same
 * months; credit settles them again. Idempotent.
 */
export async function restoreAfterCorrectedLeaving(context: StateChange): Promise<void> {
  const { memberId, date } = context
  await restoreCancelled(
    context,
    [memberId],
    sql`m.end_date IS NULL AND ${endOfPeriod} > ${date}::date
               AND NOT EXISTS (SELECT FROM membership_spans s WHERE s.member_id = m.id AND s.from_day < ${date}::date
                 AND least(s.to_day, ${date}::date) > period_start(c.year, c.period))
               AND EXISTS (SELECT FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id
                 WHERE h.member_id = m.id AND n.marks_end AND h.start_date = ${date}::date AND h.end_date = ${date}::date)`,
  )
}

/**
 * Charges of these members outside the membership that a leaving cancelled, or cancels on its day. Without those that a person decided are
 * owed all the same.
 */
export async function findOutside(db: Querying, memberIds: readonly string[]): Promise<string[]> {
  const rows = await many(
    db,
    sql`SELECT c.id FROM unsettled_payments c JOIN members m ON m.id = c.member_id
        WHERE m.id = ANY(${memberIds}::uuid[]) AND ${isOutside}
          AND (c.cancelled_by = 'leaving' OR ${isNotCancelled} AND NOT c.owed_after_leaving)`,
    { id: 'uuid' },
  )
  return rows.map(({ id }) => id)
}

/** Restores cancelled charges that are inside the membership after a correction of the history; credit settles them again. */
export async function restoreInside(
  context: Restoring,
  memberIds: readonly string[],
  chargeIds: readonly string[],
): Promise<void> {
  await restoreCancelled(context, memberIds, sql`c.id = ANY(${[...chargeIds]}::uuid[]) AND NOT ${isOutside}`)
}

/** Keeps the charges owed that leaving would cancel, because a person decided so. */
export async function keepAfterLeaving(db: Querying, memberIds: readonly string[]): Promise<void> {
  await execute(
    db,
    sql`UPDATE unsettled_payments c SET owed_after_leaving = true FROM members m
        WHERE m.id = ANY(${memberIds}::uuid[]) AND c.member_id = m.id AND ${cancelledByLeaving}`,
  )
}

type Restoring = Pick<Context, 'db' | 'today' | 'settings' | 'changes'>

/** Restores charges `c` of these members `m` that leaving cancelled and that match, unless another has the same months. Idempotent. */
async function restoreCancelled(
  context: Restoring,
  memberIds: readonly string[],
  condition: Sql,
): Promise<void> {
  const { db, changes } = context
  await lockLedger(db, memberIds)
  const rows = await many(
    db,
    sql`WITH back AS (
             SELECT c.id FROM unsettled_payments c JOIN members m ON m.id = c.member_id
             WHERE m.id = ANY(${memberIds}::uuid[]) AND c.cancelled_by = 'leaving' AND ${condition}
               AND NOT EXISTS (SELECT FROM unsettled_payments o WHERE o.member_id = c.member_id AND o.type = c.type
                 AND o.year = c.year AND ${shareMonths(monthsOf('o'), monthsOf('c'))}
                 AND (o.status <> 'cancelled' OR o.cancelled_by = 'leaving' AND o.id > c.id)))
           UPDATE unsettled_payments c SET status = 'open', cancel_reason = NULL, cancelled_by = NULL,
             ${raiseVersion('c')}
           FROM back WHERE c.id = back.id RETURNING c.id, c.version`,
    idAndVersion,
  )
  if (rows.length === 0) return
  changes.push(...changesOf('unsettledPayments', 'updated', rows))
  const restored = rows.map(({ id }) => id)
  await restoreUses(
    context,
    sql`u.unsettled_payment_id = ANY(${restored}::uuid[]) AND u.undone_by = 'leaving'`,
  )
  await refreshLedger(context, memberIds)
}

/** Marks a quota as owed although its period begins after the member left, because a person created or restored it. */
export async function markOwedAfterLeaving(db: Querying, chargeId: string): Promise<void> {
  await execute(
    db,
    prepared(sql`UPDATE unsettled_payments c SET owed_after_leaving = true FROM members m
           WHERE c.id = ${chargeId} AND m.id = c.member_id AND ${afterLeaving}`),
  )
}
