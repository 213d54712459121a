import type { Querying } from '../database/querying.ts'
import type { Selection } from './candidates.ts'
import { candidatesSql, candidateValues } from './candidates.ts'
import { monthsOf, shareMonths, stands } from './conditions.ts'

/**
 * Writes the charges of every quota that is missing, in one statement: done again, or by two at once, it makes nothing
 * twice. They are of now, rather than of when the transaction began to wait, so that no price by which they were made is younger
 * than they are. The ledger's kept values are refreshed by the caller. Answers how many, their sum in cents, and how many
 * members were left out for each reason.
 */
export async function insertQuotas(
  db: Querying,
  selection: Selection,
  { origin, quotaRunId = null }: { origin: 'generation' | 'admission'; quotaRunId?: string | null },
): Promise<{ count: number; total: number; leftOut: Record<string, number> }> {
  const { rows } = await db.query({
    text: `
      WITH ${candidatesSql},
      judged AS MATERIALIZED (SELECT * FROM candidates),
      made AS (
        INSERT INTO unsettled_payments (id, created_at, updated_at, member_id, type, year, period, description, due_date, amount,
          category_id, origin, quota_run_id)
        SELECT new_id(), statement_timestamp(), statement_timestamp(), member_id, 'quota', $1::integer, period, description, due_date,
          amount, category_id, $9::text, $10::uuid
        FROM judged WHERE reason IS NULL
        ON CONFLICT DO NOTHING RETURNING amount),
      left_out AS (SELECT reason, count(DISTINCT member_id) AS count FROM judged WHERE reason IS NOT NULL GROUP BY reason)
      SELECT count(*)::integer AS count, coalesce(sum(amount), 0)::bigint AS total,
        (SELECT coalesce(json_object_agg(reason, count), '{}') FROM left_out) AS "leftOut" FROM made`,
    values: [...candidateValues(selection), origin, quotaRunId],
  })
  return rows[0] as { count: number; total: number; leftOut: Record<string, number> }
}

/**
 * Takes out of a generation that is being made the quotas of months that somebody charged by hand since it looked: it waits for
 * nobody while it looks. Needs the ledger of whom it charged locked. Answers what it took out, as `insertQuotas` does.
 */
export async function removeTaken(
  db: Querying,
  quotaRunId: string,
): Promise<{ count: number; total: number; members: number }> {
  const { rows } = await db.query({
    text: `
      WITH gone AS (
        DELETE FROM unsettled_payments own WHERE own.quota_run_id = $1::uuid AND EXISTS (
          SELECT FROM unsettled_payments c WHERE c.member_id = own.member_id AND c.type = 'quota' AND c.year = own.year
            AND c.id <> own.id AND ${stands} AND ${shareMonths(monthsOf('c'), monthsOf('own'))})
        RETURNING member_id, amount)
      SELECT count(*)::integer AS count, coalesce(sum(amount), 0)::bigint AS total, count(DISTINCT member_id)::integer AS members FROM gone`,
    values: [quotaRunId],
  })
  return rows[0] as { count: number; total: number; members: number }
}
