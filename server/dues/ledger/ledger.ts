import { stripYears } from '@agremia/resources/rules/quota-years.ts'
import type { Querying } from '../../database/querying.ts'
import type { PreparableStatement } from '../../database/prepared-statements.ts'
import type { Sql } from '../../database/sql.ts'
import {
  composedOnce,
  inline,
  join,
  literals,
  many,
  prepared,
  raiseVersion,
  raw,
  sql,
} from '../../database/sql.ts'
import type { Tx } from '../../database/transaction.ts'
import { changesOf, idAndVersion, maxNamed } from '../../rest/changes.ts'
import { isOverdue, isOwed, isReceived, isUsed, isNotCancelled } from './conditions.ts'
import { ageBitSql } from './debt-ages.ts'
import { categoryJoin, isExemptOn, termsJoin } from '../terms/in-force.ts'
import { endChangedIntentsSql } from './changed-intents.ts'
import type { Context } from '../../rest/modules.ts'
import type { Change } from '../../rest/change.ts'

/** Up to this number of members, statements are prepared; for more, the best plan depends on how many there are. */
const fewMembers = 20

function preparedForFew(memberIds: readonly string[], statement: Sql): Sql | PreparableStatement {
  return memberIds.length > fewMembers ? statement : prepared(statement)
}

/**
 * SQL: whether a column is one of these member ids. A single id is compared without an array: PostgreSQL caches that plan, but plans
 * anew each time for an array of unknown length.
 */
function isAmong(column: Sql, memberIds: readonly string[]): Sql {
  return memberIds.length === 1
    ? sql`${column} = ${memberIds[0]}::uuid`
    : sql`${column} = ANY(${memberIds}::uuid[])`
}

/**
 * Locks the ledger of these members until the transaction ends: the row in `member_balances` serialises writers of their
 * charges, payments and credit (otherwise two payments settle one charge), and FOR KEY SHARE on the member prevents its
 * deletion. A save of the member itself is not blocked. In the order of the ids, to avoid deadlocks.
 */
export async function lockLedger(db: Tx, memberIds: readonly string[]): Promise<void> {
  await db.send(lockSql(memberIds))
}

function lockSql(memberIds: readonly string[]): Sql | PreparableStatement {
  const lock = sql`SELECT b.as_of AS "asOf" FROM members m JOIN member_balances b ON b.id = m.id WHERE ${isAmong(sql`m.id`, memberIds)}
    ORDER BY m.id FOR KEY SHARE OF m FOR NO KEY UPDATE OF b`
  return preparedForFew(memberIds, lock)
}

/**
 * Locks as `lockLedger`. Returns whether the stored strips are of the year of `today`: before the first daily work of a year they are of an
 * earlier one.
 */
export async function lockLedgerOfYear(
  { db, today }: Pick<Context, 'db' | 'today'>,
  memberIds: readonly string[],
): Promise<boolean> {
  const rows = await many(db, lockSql(memberIds), { asOf: 'day' })
  return rows.every(({ asOf }) => asOf.slice(0, 4) === today.slice(0, 4))
}

/** A `beforeLock` hook that locks the ledgers of the members of a record. `membersOf` selects their ids (`id`) by the record's id. */
export function lockLedgerFirst(
  membersOf: (recordId: string) => Sql,
): (context: { db: Tx }, id: string) => Promise<void> {
  return async ({ db }, id) => {
    const rows = await many(db, prepared(membersOf(id)), { id: 'uuid' })
    await lockLedger(
      db,
      rows.map((row) => row.id),
    )
  }
}

/**
 * Recomputes the stored balances of these members as of `today`: debt, credit, oldest debt and quota, and the strip of quota years. Ends the requests
 * for payment whose charges changed. Needs the ledger locked. Idempotent. Returns the changes.
 */
export async function refreshBalances(
  db: Querying,
  today: string,
  memberIds: readonly string[],
  exemptYears: ExemptYears = 'read',
): Promise<Change[]> {
  const found = await many(db, refreshStatement(memberIds, today, exemptYears), {
    ...idAndVersion,
    isIntent: 'boolean',
  })
  const rows = found.filter(({ isIntent }) => !isIntent)
  const ended = found.filter(({ isIntent }) => isIntent)
  const resource = 'memberBalances'
  const all: Change = {
    resource,
    action: 'updated',
    id: '',
    ids: sql`SELECT id FROM member_balances WHERE updated_at = now() AND ${isAmong(sql`id`, memberIds)}`,
    version: 0,
  }
  const changes = rows.length > maxNamed ? [all] : changesOf(resource, 'updated', rows)
  // Invalidates lists of charges by member.
  if (changes.length > 0) changes.push({ resource: 'chargesByMember', action: 'updated', id: '', version: 0 })
  return [...changes, ...changesOf('paymentIntents', 'updated', ended)]
}

/**
 * Recomputes balances and agreements after a write to charges or payments of these members. Agreements are omitted when the write
 * touches no charge of an agreement.
 */
export async function refreshLedger(
  { db, today, settings, changes }: Pick<Context, 'db' | 'today' | 'settings' | 'changes'>,
  memberIds: readonly string[],
  { hasAgreements = true, exemptYears }: { hasAgreements?: boolean; exemptYears?: ExemptYears } = {},
): Promise<void> {
  const graceDays = Number(settings.agreementGraceDays)
  // Whether a charge is overdue depends on the state of its agreement.
  if (hasAgreements) changes.push(...(await refreshAgreements(db, { today, graceDays, memberIds })))
  changes.push(...(await refreshBalances(db, today, memberIds, exemptYears)))
}

/**
 * Where the exempt years of a member come from: computed, or `kept` from the stored strip, which must be of this year. A write that takes no
 * quota away may keep them: whether a year that has quotas is exempt as well does not show.
 */
type ExemptYears = 'read' | 'kept'

/**
 * SQL: the quotas of a year as four bits: any quota, an owed one, one with a paid amount, one that is not waived. The bits of all
 * years of the strip are in one number, so that each charge is read once.
 */
const marksSql = (
  thisYear: number,
) => sql`bit_or((1 + CASE WHEN ${isOwed} THEN 2 ELSE 0 END + CASE WHEN c.paid_amount > 0 THEN 4 ELSE 0 END
    + CASE WHEN c.status <> 'exempt' THEN 8 ELSE 0 END) << (4 * (${inline(thisYear)} - c.year)))
  FILTER (WHERE c.type = 'quota' AND ${isInStrip(thisYear)})`

/** SQL: whether the charge `c` is in a year of the strip. */
const isInStrip = (thisYear: number) =>
  sql`c.year BETWEEN ${inline(thisYear - stripYears + 1)} AND ${inline(thisYear)}`

/**
 * SQL of common table expressions that end with `exempt_years`: a bit for each year of the strip in which a member is exempt, above those
 * of the quotas; 30 bits together. What decides a year is what was in force on its first day, or on that of the admission or return in
 * it. Only members with a state, a category or an exemption that charges nothing are looked at.
 */
function exemptYearsSql({ thisYear, among }: Refreshed): Sql {
  const years = Array.from(
    { length: stripYears },
    (_, ago) =>
      sql`(make_date(${inline(thisYear - ago)}, 1, 1), make_date(${inline(thisYear - ago + 1)}, 1, 1), ${inline(exemptBit(ago))})`,
  )
  return sql`
    perhaps_exempt AS MATERIALIZED (
      SELECT h.member_id FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id AND NOT n.marks_end
        JOIN state_spans r ON r.state_name_id = n.id
      WHERE NOT r.charges_quota AND ${among(sql`h.member_id`)}
      UNION SELECT h.member_id FROM member_quota_terms h JOIN category_spans k ON k.category_id = h.category_id
      WHERE NOT k.pays_quota AND ${among(sql`h.member_id`)}
      UNION SELECT e.member_id FROM member_exemptions e WHERE ${among(sql`e.member_id`)}),
    -- PostgreSQL estimates that most members are: it would join them last.
    spans AS MATERIALIZED (SELECT s.* FROM membership_spans s JOIN perhaps_exempt USING (member_id) WHERE ${among(sql`s.member_id`)}),
    exempt_years AS (
      SELECT s.member_id, bit_or(y.bit) AS bits
      FROM spans s JOIN members m ON m.id = s.member_id
      JOIN (VALUES ${join(years, ', ')}) AS y (starts, ends, bit) ON s.from_day < y.ends AND s.to_day > y.starts AND s.previous_to <= y.starts
      CROSS JOIN LATERAL (SELECT greatest(s.from_day, y.starts) AS basis) d
      ${termsJoin(sql`d.basis`)} ${categoryJoin('t', sql`d.basis`)}
      WHERE EXISTS (SELECT FROM perhaps_exempt) AND ${among(sql`t.member_id`)} AND (NOT k.pays_quota OR NOT s.charges_quota OR ${isExemptOn(sql`s.member_id`, sql`d.basis`)})
      GROUP BY s.member_id),`
}

/** SQL of `exempt_years`, as `exemptYearsSql`, from the stored strips. */
function keptExemptYearsSql({ thisYear, among }: Refreshed): Sql {
  const bits = Array.from(
    { length: stripYears },
    (_, ago) =>
      sql`CASE WHEN quota_strip ->> ${literals([String(thisYear - ago)])} = 'exempt' THEN ${inline(exemptBit(ago))} ELSE 0 END`,
  )
  return sql`
    exempt_years AS (SELECT id AS member_id, ${join(bits, ' | ')} AS bits FROM member_balances WHERE ${among(sql`id`)}),`
}

const exemptBit = (ago: number) => 1 << (4 * stripYears + ago)

/** SQL: the state of a year in the strip, from its bits in `marks`. */
function stateSql(ago: number): Sql {
  const has = (bit: number) => sql`marks & ${inline(bit)} > 0`
  const hasQuota = (bit: number) => has(bit << (4 * ago))
  return sql`CASE WHEN NOT ${hasQuota(1)} THEN CASE WHEN ${has(exemptBit(ago))} THEN 'exempt' ELSE 'none' END
    WHEN NOT ${hasQuota(8)} THEN 'exempt' WHEN NOT ${hasQuota(2)} THEN 'paid' WHEN ${hasQuota(4)} THEN 'partial' ELSE 'owed' END`
}

/** SQL: the strip as JSON, year → state, oldest first. */
function stripSql(thisYear: number): Sql {
  const states = Array.from({ length: stripYears }, (_, index) => {
    const ago = stripYears - 1 - index
    return sql`${literals([String(thisYear - ago)])}, ${stateSql(ago)}`
  })
  return sql`jsonb_build_object(${join(states, ', ')})`
}

/**
 * Reads settled charges of the strip's years only, since members have many older ones. Counts years in debt with nested GROUP BY,
 * because `count(DISTINCT …)` would scan and sort all charges. Builds each strip once: most members share theirs with others. The
 * years are literals, so the statement changes once a year.
 */
function refreshSql(refreshed: Refreshed, exemptYears: ExemptYears): Sql {
  const { thisYear, among, today } = refreshed
  return sql`
    charged AS (
      SELECT c.member_id, sum(c.open_amount)::bigint AS balance,
        sum(c.open_amount) FILTER (WHERE c.is_overdue)::bigint AS overdue,
        min(c.due_date) FILTER (WHERE c.is_overdue) AS oldest, min(c.due_date) FILTER (WHERE c.is_overdue AND c.type = 'quota') AS oldest_quota,
        ${marksSql(thisYear)} AS marks,
        bit_or(${ageBitSql(sql`c.due_date`, today)}) FILTER (WHERE ${isOwed}) AS ages
      FROM (SELECT *, ${isOverdue(today)} AS is_overdue FROM unsettled_payments c) c WHERE ${among(sql`c.member_id`)} AND ${isNotCancelled}
        AND (${isOwed} OR ${isInStrip(thisYear)})
      GROUP BY c.member_id),
    late AS (
      SELECT member_id, count(*) AS years FROM (
        SELECT c.member_id, c.year FROM unsettled_payments c
        WHERE ${among(sql`c.member_id`)} AND ${isOverdue(today)} AND c.type = 'quota' AND c.year IS NOT NULL
        GROUP BY c.member_id, c.year) unpaid GROUP BY member_id),
    credits AS (
      SELECT member_id, sum(amount)::bigint AS credit FROM (
        SELECT i.member_id, i.amount FROM payment_items i JOIN payments p ON p.id = i.payment_id
        WHERE i.unsettled_payment_id IS NULL AND ${isReceived} AND ${among(sql`i.member_id`)}
        UNION ALL
        SELECT u.member_id, -u.amount FROM credit_uses u WHERE ${isUsed} AND ${among(sql`u.member_id`)}
      ) moved GROUP BY member_id),
    ${exemptYears === 'kept' ? keptExemptYearsSql(refreshed) : exemptYearsSql(refreshed)}
    found AS MATERIALIZED (
      SELECT m.id, coalesce(o.balance, 0) AS balance, coalesce(o.overdue, 0) AS overdue, coalesce(c.credit, 0) AS credit,
        o.oldest, o.oldest_quota, coalesce(l.years, 0) AS years, coalesce(o.ages, 0) AS ages, coalesce(o.marks, 0) | coalesce(e.bits, 0) AS marks
      FROM members m LEFT JOIN exempt_years e ON e.member_id = m.id LEFT JOIN charged o ON o.member_id = m.id LEFT JOIN late l ON l.member_id = m.id
      LEFT JOIN credits c ON c.member_id = m.id WHERE ${among(sql`m.id`)}),
    strips AS MATERIALIZED (SELECT marks, ${stripSql(thisYear)} AS strip FROM (SELECT DISTINCT marks FROM found) each),
    refreshed AS (
      UPDATE member_balances b SET balance = f.balance, overdue_amount = f.overdue, credit = f.credit, oldest_debt = f.oldest, oldest_quota = f.oldest_quota,
        debt_years = f.years, debt_ages = f.ages, quotas_up_to_date = f.years = 0, quota_strip = t.strip, as_of = ${today},
        ${raiseVersion('b')}
      FROM found f JOIN strips t USING (marks)
      WHERE b.id = f.id AND (b.balance, b.overdue_amount, b.credit, b.oldest_debt, b.oldest_quota, b.debt_years, b.debt_ages, b.quota_strip, b.as_of)
        IS DISTINCT FROM (f.balance, f.overdue, f.credit, f.oldest, f.oldest_quota, f.years, f.ages, t.strip, ${today})
      RETURNING b.id, b.version),
    ended AS (${endChangedIntentsSql(among(sql`i.member_id`))})
    (SELECT id, version, false AS "isIntent" FROM refreshed LIMIT ${inline(maxNamed + 1)}) UNION ALL SELECT id, version, true FROM ended`
}

/** What the SQL of a refresh is composed of. */
interface Refreshed {
  thisYear: number
  /** Whether a column is one of the members. */
  among: (column: Sql) => Sql
  today: Sql
}

/** Composed once a year for one member and for several: its text has the two parameters in many places. */
function refreshStatement(
  memberIds: readonly string[],
  today: string,
  exemptYears: ExemptYears,
): Pick<PreparableStatement, 'text' | 'values'> {
  const thisYear = Number(today.slice(0, 4))
  const isOne = memberIds.length === 1
  const members = isOne ? memberIds[0] : memberIds
  const statement = composedOnce(refreshSql, `${thisYear} ${exemptYears} ${isOne}`, [members, today], () => {
    const refreshed: Refreshed = {
      thisYear,
      among: isOne ? (column) => sql`${column} = $1::uuid` : (column) => sql`${column} = ANY($1::uuid[])`,
      today: sql`$2::date`,
    }
    return sql`WITH given AS (SELECT ${members}::${raw(isOne ? 'uuid' : 'uuid[]')}, ${today}::date), ${refreshSql(refreshed, exemptYears)}`
  })
  const { text, values } = statement
  return memberIds.length > fewMembers ? { text, values } : statement
}

/** Daily: updates agreements, and the balances of their members, with an instalment unpaid for more than `graceDays`, or no longer so after a change of the setting. */
export async function refreshLateAgreements(db: Tx, today: string, graceDays: number): Promise<Change[]> {
  const rows = await many(
    db,
    sql`SELECT DISTINCT a.member_id AS id FROM payment_agreements a WHERE a.state IN ('active', 'broken')
           AND (a.state = 'broken') <> EXISTS (SELECT FROM agreement_instalments i WHERE i.agreement_id = a.id
             AND i.paid_amount + i.waived_amount < i.amount AND i.due_date + ${graceDays}::integer < ${today}::date)`,
    { id: 'uuid' },
  )
  const memberIds = rows.map(({ id }) => id)
  if (memberIds.length === 0) return []
  await lockLedger(db, memberIds)
  const changes = await refreshAgreements(db, { today, graceDays, memberIds })
  return [...changes, ...(await refreshBalances(db, today, memberIds))]
}

/** Daily: updates balances after due dates have passed, or a new year has begun. */
export async function refreshOverdue(db: Tx, today: string): Promise<Change[]> {
  const rows = await many(
    db,
    sql`SELECT id FROM member_balances WHERE as_of < ${today}::date AND (balance > 0 OR as_of < date_trunc('year', ${today}::date))`,
    { id: 'uuid' },
  )
  const stale = rows.map(({ id }) => id)
  if (stale.length === 0) return []
  await lockLedger(db, stale)
  return refreshBalances(db, today, stale)
}

/**
 * Recomputes the agreements of these members that nobody ended: payments settle the oldest instalments, waived amounts the latest.
 * An agreement is fulfilled when nothing is open, broken when an instalment is unpaid for more than `graceDays`, and active again
 * when a charge is reopened. Needs the ledger locked. Returns the changes.
 */
export async function refreshAgreements(
  db: Tx,
  { today, graceDays, memberIds }: { today: string; graceDays: number; memberIds: readonly string[] },
): Promise<Change[]> {
  const rows = await many(
    db,
    prepared(sql`
      WITH going AS (
        SELECT a.id, a.amount, c.open, greatest(0, least(a.amount - c.open, c.paid - a.paid_before)) AS paid
        FROM payment_agreements a CROSS JOIN LATERAL (SELECT coalesce(sum(c.open_amount), 0) AS open, coalesce(sum(c.paid_amount), 0) AS paid
          FROM unsettled_payments c WHERE c.agreement_id = a.id) c
        WHERE a.state <> 'cancelled' AND a.member_id = ANY(${memberIds}::uuid[])),
      parts AS (
        SELECT i.id, i.agreement_id, i.due_date, i.amount,
          greatest(0, least(i.amount, g.paid - (sum(i.amount) OVER earliest - i.amount))) AS paid,
          greatest(0, least(i.amount, g.amount - g.open - g.paid - (sum(i.amount) OVER latest - i.amount))) AS waived
        FROM agreement_instalments i JOIN going g ON g.id = i.agreement_id
        WINDOW earliest AS (PARTITION BY i.agreement_id ORDER BY i.number), latest AS (PARTITION BY i.agreement_id ORDER BY i.number DESC)),
      written AS (
        UPDATE agreement_instalments i SET paid_amount = p.paid, waived_amount = p.waived, ${raiseVersion('i')}
        FROM parts p WHERE i.id = p.id AND (i.paid_amount, i.waived_amount) IS DISTINCT FROM (p.paid, p.waived) RETURNING i.id, i.version),
      assessed AS (
        SELECT g.id, g.open, CASE WHEN g.open = 0 THEN 'fulfilled'
          WHEN EXISTS (SELECT FROM parts p WHERE p.agreement_id = g.id AND p.paid + p.waived < p.amount AND p.due_date + ${graceDays}::integer < ${today}::date)
          THEN 'broken' ELSE 'active' END AS state FROM going g),
      changed AS (
        UPDATE payment_agreements a SET state = j.state, open_amount = j.open, ${raiseVersion('a')}
        FROM assessed j WHERE a.id = j.id AND (a.state, a.open_amount) IS DISTINCT FROM (j.state, j.open)
        RETURNING a.id, a.version)
      SELECT id, version, true AS whole FROM changed UNION ALL SELECT id, version, false FROM written`),
    { ...idAndVersion, whole: 'boolean' },
  )
  return [
    ...changesOf(
      'paymentAgreements',
      'updated',
      rows.filter(({ whole }) => whole),
    ),
    ...changesOf(
      'agreementInstalments',
      'updated',
      rows.filter(({ whole }) => !whole),
    ),
  ]
}

/**
 * Recomputes the balances of these members after a change of their admission, category or state, or of what these mean for quotas.
 * Waits for the lock of their ledgers. Returns the changes.
 */
export async function refreshMembers(db: Tx, today: string, memberIds: readonly string[]): Promise<Change[]> {
  if (memberIds.length === 0) return []
  await lockLedger(db, memberIds)
  return refreshBalances(db, today, memberIds)
}
