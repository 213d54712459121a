import type { Querying } from '../database/querying.ts'
import type { Selection } from './candidates.ts'
import { candidatesSql, candidateValues } from './candidates.ts'

/**
 * Writes the charges of every quota that is missing, in one statement: done again, or by two at once, it makes nothing
 * twice. The ledger's kept values are refreshed by the caller. Answers how many, and their sum in cents.
 */
export async function insertQuotas(
  db: Querying,
  selection: Selection,
  { origin, quotaRunId = null }: { origin: 'generation' | 'admission'; quotaRunId?: string | null },
): Promise<{ count: number; total: number }> {
  const { rows } = await db.query({
    text: `
      WITH ${candidatesSql},
      made AS (
        INSERT INTO unsettled_payments (id, member_id, type, year, period, description, due_date, amount, category_id, origin, quota_run_id)
        SELECT new_id(), member_id, 'quota', $1::integer, period, description, due_date, amount, category_id, $9::text, $10::uuid
        FROM candidates WHERE reason IS NULL
        ON CONFLICT DO NOTHING RETURNING amount)
      SELECT count(*)::integer AS count, coalesce(sum(amount), 0)::bigint AS total FROM made`,
    values: [...candidateValues(selection), origin, quotaRunId],
  })
  return rows[0] as { count: number; total: number }
}
