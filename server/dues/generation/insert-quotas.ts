import type { Cents } from '@agremia/resources/rules/amount.ts'
import type { SkippedMember } from '@agremia/resources/definitions/quota-runs.ts'
import type { Querying } from '../../database/querying.ts'
import type { RowOf } from '../../database/sql.ts'
import { inline, jsonOf, one, sql } from '../../database/sql.ts'
import { quotaRunLimits } from '../../limits.ts'
import type { Selection } from './candidates.ts'
import { candidatesSql } from './candidates.ts'
import { monthsOf, shareMonths, isNotCancelled } from '../ledger/conditions.ts'

type Inserted = RowOf<typeof insertedShape>
const insertedShape = {
  count: 'integer',
  total: 'cents',
  /** Number of members by reason. */
  leftOut: jsonOf<Record<string, number>>(),
  /** The first members who were deleted while the generation ran. */
  skipped: jsonOf<SkippedMember[]>(),
} as const

/**
 * Inserts the charges of every missing quota, in one statement. Idempotent, also in concurrent transactions. Uses
 * `statement_timestamp()`: `created_at` must not precede the price that was read. The caller refreshes the ledger. Locks the
 * members first, which skips deleted ones: their charges would violate the foreign key and fail the whole statement.
 * PostgreSQL estimates half of the rows for `is_due`, but 1 of 200 for `reason IS NULL`, and would look up the members one by one;
 * `OFFSET 0` keeps it from computing the reason twice.
 */
export async function insertQuotas(
  db: Querying,
  selection: Selection,
  { origin, quotaRunId = null }: { origin: 'generation' | 'admission'; quotaRunId?: string | null },
): Promise<Inserted> {
  return one(
    db,
    sql`
      WITH ${candidatesSql(selection)},
      assessed AS MATERIALIZED (SELECT c.*, c.reason IS NULL AS is_due FROM (SELECT * FROM candidates OFFSET 0) c),
      present AS MATERIALIZED (
        SELECT m.id AS member_id FROM members m WHERE m.id IN (SELECT member_id FROM assessed WHERE is_due)
        ORDER BY m.id FOR KEY SHARE OF m),
      made AS (
        INSERT INTO unsettled_payments (id, created_at, updated_at, member_id, type, year, period, description, due_date, amount,
          category_id, origin, quota_run_id)
        SELECT new_id(), statement_timestamp(), statement_timestamp(), member_id, 'quota', ${selection.year}::integer, period, description, due_date,
          amount, category_id, ${origin}::text, ${quotaRunId}::uuid
        FROM assessed JOIN present USING (member_id) WHERE is_due
        ON CONFLICT DO NOTHING RETURNING amount),
      deleted AS (
        SELECT DISTINCT member_id FROM assessed j WHERE is_due
          AND NOT EXISTS (SELECT FROM present p WHERE p.member_id = j.member_id)),
      left_out AS (
        SELECT reason, count(DISTINCT member_id) AS count FROM (
          SELECT reason, member_id FROM assessed WHERE NOT is_due UNION ALL SELECT 'deleted', member_id FROM deleted) each
        GROUP BY reason)
      SELECT count(*)::integer AS count, coalesce(sum(amount), 0)::bigint AS total,
        (SELECT coalesce(json_object_agg(reason, count), '{}') FROM left_out) AS "leftOut",
        (SELECT coalesce(json_agg(named), '[]') FROM (
          SELECT m.member_number AS "memberNumber", m.label AS name, 'deleted' AS reason FROM members m
          JOIN deleted ON deleted.member_id = m.id ORDER BY m.member_number LIMIT ${inline(quotaRunLimits.listed)}) named) AS skipped
      FROM made`,
    insertedShape,
  )
}

/**
 * Deletes the quotas of this generation whose months were charged by hand after it read the charges, which it does without locks.
 * Needs the ledgers of the charged members locked. Returns the counts of what it deleted.
 */
export async function removeDuplicates(
  db: Querying,
  { quotaRunId, year }: { quotaRunId: string; year: number },
): Promise<{ count: number; total: Cents; members: number }> {
  return one(
    db,
    sql`
      WITH quotas AS MATERIALIZED (
        SELECT member_id, bool_or(quota_run_id IS DISTINCT FROM ${quotaRunId}::uuid) AS has_others FROM unsettled_payments c
        WHERE c.type = 'quota' AND c.year = ${year}::integer AND ${isNotCancelled} GROUP BY member_id),
      gone AS (
        DELETE FROM unsettled_payments own USING quotas q
        WHERE q.has_others AND own.member_id = q.member_id AND own.quota_run_id = ${quotaRunId}::uuid AND EXISTS (
          SELECT FROM unsettled_payments c WHERE c.member_id = own.member_id AND c.type = 'quota' AND c.year = own.year
            AND c.id <> own.id AND ${isNotCancelled} AND ${shareMonths(monthsOf('c'), monthsOf('own'))})
        RETURNING own.member_id, amount)
      SELECT count(*)::integer AS count, coalesce(sum(amount), 0)::bigint AS total, count(DISTINCT member_id)::integer AS members FROM gone`,
    { count: 'integer', total: 'cents', members: 'integer' },
  )
}
