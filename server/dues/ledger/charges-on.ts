import type { Querying } from '../../database/querying.ts'
import type { Sql } from '../../database/sql.ts'
import { execute, sql } from '../../database/sql.ts'
import { isOwedOrPaid, isReceived, isUsed, wasReceived } from './conditions.ts'

/** SQL: whether the charge `c` was entered by the end of the day. */
const isCreatedBy = (day: string): Sql =>
  sql`c.created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'Europe/Lisbon'`

/**
 * SQL of the charges that changed after a past day, with their values of that day. A charge entered later for that day counts with its current values,
 * except in closed accounts.
 */
const formerSql = (day: string): Sql => sql`
    SELECT DISTINCT ON (f.charge_id) f.* FROM former_charges f JOIN unsettled_payments c ON c.id = f.charge_id
    WHERE f.until_day > ${day}::date AND (${isCreatedBy(day)} OR f.is_ended AND f.until_day <= lisbon_day(c.created_at))
    ORDER BY f.charge_id, f.until_day`

/** SQL: the day for which the charge `c` was entered: that of the admission, or the due date. */
const enteredFor = sql`CASE c.origin WHEN 'admission' THEN (SELECT m.admission_date FROM members m WHERE m.id = c.member_id)
  ELSE coalesce(f.due_date, c.due_date) END`

/** SQL: the day from which the charge `c` counts: the one for which it was entered, unless it was entered before. */
const chargedOn = sql`least(lisbon_day(c.created_at), ${enteredFor})`

/** SQL: whether the charge `c`, with its `former` values as `f` if it has some, was owed or paid on the day. */
const isChargedOn = (day: string): Sql =>
  sql`(CASE WHEN f.charge_id IS NULL THEN ${isOwedOrPaid} ELSE NOT f.is_ended END AND (${isCreatedBy(day)} OR ${enteredFor} <= ${day}::date))`

/** SQL: whether the money of the payment `p` had come in by the day, and had not gone back. */
const isReceivedOn = (day: string): Sql => sql`(${wasReceived} AND p.date <= ${day}::date AND NOT EXISTS (
  SELECT FROM payment_returns r WHERE r.payment_id = p.id AND r.status = 'active' AND r.date <= ${day}::date))`

/** SQL: whether the credit of the use `u` had been used by the day, and not released. */
const isUsedOn = (day: string): Sql =>
  sql`(u.date <= ${day}::date AND (${isUsed} OR u.undone_on > ${day}::date))`

/** SQL of the charges of a type that existed on a day, owed or paid: `id`, `member_id`, `amount`, and the `day` from which they count. */
export const chargesOn = (day: string, type: Sql): Sql => sql`
  SELECT c.id, c.member_id, coalesce(f.amount, c.amount) AS amount, ${chargedOn} AS day
  FROM unsettled_payments c LEFT JOIN (${formerSql(day)}) f ON f.charge_id = c.id
  WHERE c.type = ${type} AND ${isChargedOn(day)}`

/** SQL of what had settled the `charges` (with `id`) by a day: `id` of the charge, `amount` and `day`. */
export const settledOn = (day: string, charges: Sql): Sql => sql`
  SELECT s.id, i.amount, p.date AS day FROM ${charges} s JOIN payment_items i ON i.unsettled_payment_id = s.id
    JOIN payments p ON p.id = i.payment_id
  WHERE ${isReceivedOn(day)}
  UNION ALL SELECT s.id, u.amount, u.date FROM ${charges} s JOIN credit_uses u ON u.unsettled_payment_id = s.id
    JOIN payments p ON p.id = u.payment_id
  WHERE ${isUsedOn(day)} AND ${isReceivedOn(day)}`

/**
 * SQL of the charges owed on a past day, as they were on it. Computed backwards, so that only later changes are read: what is open now, plus
 * what was settled later, minus what was settled then and released or returned later. Payments are read only of charges whose `last_paid_on` is later.
 */
export const chargesOwedOn = (day: string): Sql => {
  const isReturnedLater = sql`EXISTS (SELECT FROM payment_returns r WHERE r.payment_id = p.id AND r.status = 'active' AND r.date > ${day}::date)`
  // As far as the charge alone says it: few of all charges are joined with others.
  const mayBeOwed = sql`((c.open_amount > 0 OR c.last_paid_on > ${day}::date)
    AND (${isCreatedBy(day)} OR c.due_date <= ${day}::date OR c.origin = 'admission'))`
  return sql`
    WITH moved AS MATERIALIZED (
      SELECT id, sum(amount)::bigint AS amount FROM (
        SELECT i.unsettled_payment_id AS id, -i.amount AS amount FROM payments p JOIN payment_items i ON i.payment_id = p.id
        WHERE p.date <= ${day}::date AND ${wasReceived} AND ${isReturnedLater} AND i.unsettled_payment_id IS NOT NULL
        UNION ALL SELECT u.unsettled_payment_id, u.amount FROM credit_uses u WHERE u.date > ${day}::date AND ${isUsed} AND u.unsettled_payment_id IS NOT NULL
        UNION ALL SELECT u.unsettled_payment_id, -u.amount FROM credit_uses u JOIN payments p ON p.id = u.payment_id
        WHERE u.undone_on > ${day}::date AND ${isUsedOn(day)} AND ${isReceivedOn(day)} AND u.unsettled_payment_id IS NOT NULL) each_one
      GROUP BY id),
    changed AS (SELECT id FROM moved UNION SELECT charge_id FROM former_charges WHERE until_day > ${day}::date),
    charged AS MATERIALIZED (
      SELECT c.id, c.member_id, c.year, coalesce(f.due_date, c.due_date) AS due_date, coalesce(f.category_id, c.category_id) AS category_id,
        coalesce(f.amount - c.paid_amount, c.open_amount) AS open_amount, c.last_paid_on > ${day}::date AS is_paid_later
      FROM (SELECT c.* FROM unsettled_payments c WHERE ${mayBeOwed}
        UNION ALL SELECT c.* FROM changed JOIN unsettled_payments c USING (id) WHERE ${mayBeOwed} IS NOT TRUE) c
      LEFT JOIN (${formerSql(day)}) f ON f.charge_id = c.id WHERE ${isChargedOn(day)}),
    paid_later AS (
      SELECT c.id, sum(i.amount)::bigint AS amount FROM charged c JOIN payment_items i ON i.unsettled_payment_id = c.id JOIN payments p ON p.id = i.payment_id
      WHERE c.is_paid_later AND p.date > ${day}::date AND ${isReceived} GROUP BY c.id)
    SELECT c.member_id, c.year, c.due_date, c.category_id, o.open_amount
    FROM charged c LEFT JOIN moved v USING (id) LEFT JOIN paid_later l USING (id)
      CROSS JOIN LATERAL (SELECT c.open_amount + coalesce(v.amount, 0) + coalesce(l.amount, 0) AS open_amount) o
    WHERE o.open_amount > 0`
}

/** The last change of a charge holds from an earlier day than that of its entry, outside of closed accounts. */
export async function holdChargeFrom(db: Querying, chargeId: string, day: string): Promise<void> {
  await execute(db, sql`SELECT hold_charge_from(${chargeId}::uuid, ${day}::date)`)
}

/** Corrections of these charges hold from their periods. */
export async function holdFromPeriods(db: Querying, chargeIds: readonly string[]): Promise<void> {
  await execute(
    db,
    sql`SELECT hold_charge_from(c.id, corrected_from(c)) FROM unsettled_payments c WHERE c.id = ANY(${chargeIds}::uuid[])`,
  )
}

/** A charge that was ended because it should never have been entered counts on no day. */
export async function neverCharged(db: Querying, chargeId: string): Promise<void> {
  await execute(db, sql`SELECT hold_charge_from(${chargeId}::uuid, '-infinity')`)
}
