import type { Context } from '../context.ts'
import type { Querying } from '../database/querying.ts'
import { prepared } from '../rest/statements.ts'
import type { Change } from '../rest/changes.ts'
import { changesOf } from './changes-of.ts'
import { refreshAgreements } from './refresh-agreements.ts'

/** Members, as SQL that selects their ids; its values are numbered from `$1`. */
export interface Chosen {
  sql: string
  values: unknown[]
}

export function chosenMembers(ids: readonly string[]): Chosen {
  return { sql: 'SELECT unnest($1::uuid[]) AS id', values: [ids] }
}

/**
 * Makes other writers of these members' charges, payments and credit wait until the transaction ends. Whoever writes any
 * of them asks first, in the order of the ids, so that none waits for another in a circle.
 */
export async function lockLedger(db: Querying, chosen: Chosen): Promise<void> {
  await db.query(
    prepared(
      `SELECT FROM members m JOIN member_balances b ON b.id = m.id WHERE m.id IN (${chosen.sql}) ORDER BY m.id
       FOR KEY SHARE OF m FOR UPDATE OF b`,
      chosen.values,
    ),
  )
}

/** Locks the ledger of the members that a record is about: `members` selects their ids by the record's, `$1`. */
export function lockLedgerFirst(members: string): (context: { db: Querying }, id: string) => Promise<void> {
  return ({ db }, id) => lockLedger(db, { sql: members, values: [id] })
}

/**
 * Computes anew what is kept of these members: what they owe and have, since when, and how their years stand on `today`.
 * Needs the ledger locked. One statement; safe to repeat. Answers what changed.
 */
export async function refreshBalances(db: Querying, today: string, chosen: Chosen): Promise<Change[]> {
  const day = `$${chosen.values.length + 1}::date`
  const { rows } = await db.query(prepared(refreshSql(chosen.sql, day), [...chosen.values, today]))
  return changesOf('memberBalances', 'updated', rows)
}

/** After a write of what these members owe or paid: their kept values, and how far their agreements got. */
export async function refreshLedger(
  { db, today, settings, changes }: Pick<Context, 'db' | 'today' | 'settings' | 'changes'>,
  memberIds: readonly string[],
): Promise<void> {
  changes.push(...(await refreshBalances(db, today, chosenMembers(memberIds))))
  const graceDays = Number(settings.agreementGraceDays)
  changes.push(...(await refreshAgreements(db, { today, graceDays, memberIds })))
}

/** How many years the strip has. */
export const stripYears = 6

function refreshSql(members: string, day: string): string {
  const thisYear = `extract(year FROM ${day})::integer`
  return `
    WITH chosen AS MATERIALIZED (${members}),
    by_year AS (
      SELECT c.member_id, c.year, sum(c.open_amount) AS balance,
        sum(c.open_amount) FILTER (WHERE c.due_date < ${day}) AS overdue,
        min(c.due_date) FILTER (WHERE c.open_amount > 0 AND c.due_date < ${day}) AS oldest,
        bool_or(c.type = 'quota' AND c.open_amount > 0 AND c.due_date < ${day}) AS is_late,
        CASE WHEN NOT bool_or(c.type = 'quota') THEN NULL
          WHEN bool_and(c.status = 'exempt') FILTER (WHERE c.type = 'quota') THEN 'exempt'
          WHEN bool_and(c.status IN ('paid', 'exempt')) FILTER (WHERE c.type = 'quota') THEN 'paid'
          WHEN bool_or(c.paid_amount > 0) FILTER (WHERE c.type = 'quota') THEN 'partial'
          ELSE 'owed' END AS quota_state
      FROM unsettled_payments c WHERE c.member_id IN (SELECT id FROM chosen) AND c.status <> 'cancelled'
      GROUP BY c.member_id, c.year),
    owed AS (
      SELECT member_id, sum(balance) AS balance, sum(overdue) AS overdue, min(oldest) AS oldest,
        count(*) FILTER (WHERE is_late) AS years
      FROM by_year GROUP BY member_id),
    credits AS (
      SELECT member_id, sum(amount) AS credit FROM (
        SELECT i.member_id, i.amount FROM payment_items i JOIN payments p ON p.id = i.payment_id
        WHERE i.unsettled_payment_id IS NULL AND p.status = 'registered' AND i.member_id IN (SELECT id FROM chosen)
        UNION ALL
        SELECT member_id, -amount FROM credit_uses WHERE status = 'active' AND member_id IN (SELECT id FROM chosen)
      ) moved GROUP BY member_id),
    strips AS (
      SELECT m.id, jsonb_object_agg(strip.year::text, coalesce(y.quota_state, CASE
          WHEN strip.year < extract(year FROM m.admission_date) OR strip.year > extract(year FROM m.end_date) THEN 'none'
          WHEN NOT k.pays_quota OR NOT (s.charges_quota OR s.marks_end) OR m.exempt_until >= make_date(strip.year, 1, 1) THEN 'exempt'
          ELSE 'none' END)) AS strip
      FROM members m JOIN member_categories k ON k.id = m.category_id JOIN member_state_names s ON s.id = m.current_state_id
      CROSS JOIN generate_series(${thisYear} - ${stripYears - 1}, ${thisYear}) AS strip (year)
      LEFT JOIN by_year y ON y.member_id = m.id AND y.year = strip.year
      WHERE m.id IN (SELECT id FROM chosen) GROUP BY m.id)
    UPDATE member_balances b SET balance = coalesce(o.balance, 0), overdue_amount = coalesce(o.overdue, 0),
      credit = coalesce(c.credit, 0), oldest_debt = o.oldest, debt_years = coalesce(o.years, 0),
      quotas_up_to_date = coalesce(o.years, 0) = 0, quota_strip = t.strip, as_of = ${day},
      version = b.version + 1, updated_at = now()
    FROM strips t LEFT JOIN owed o ON o.member_id = t.id LEFT JOIN credits c ON c.member_id = t.id
    WHERE b.id = t.id AND (b.balance, b.overdue_amount, b.credit, b.oldest_debt, b.debt_years, b.quota_strip, b.as_of)
      IS DISTINCT FROM (coalesce(o.balance, 0), coalesce(o.overdue, 0), coalesce(c.credit, 0), o.oldest, coalesce(o.years, 0), t.strip, ${day})
    RETURNING b.id, b.version`
}

/** Brings what passes with time up to the day: debts fall due, and a new year begins. */
export async function refreshOverdue(db: Querying, today: string): Promise<Change[]> {
  const stale: Chosen = {
    sql: `SELECT id FROM member_balances WHERE as_of < $1::date AND (balance > 0 OR as_of < date_trunc('year', $1::date))`,
    values: [today],
  }
  const { rows } = await db.query({ text: `${stale.sql} LIMIT 1`, values: stale.values })
  if (rows.length === 0) return []
  await lockLedger(db, stale)
  return refreshBalances(db, today, stale)
}

/** SQL of the status of a charge of which `paid` is paid. */
export function statusSql(paid: string): string {
  return `CASE WHEN ${paid} = 0 THEN 'open' WHEN ${paid} < c.amount THEN 'partial' ELSE 'paid' END`
}
