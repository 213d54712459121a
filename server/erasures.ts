import type { RetentionName } from '@agremia/resources/retention.ts'
import { execute, sql } from './database/sql.ts'
import type { Tx } from './database/transaction.ts'
import { programName } from './rest/audit.ts'

/** Adds to the log of the day how many records of a retention rule were deleted, by the program or by a person. */
export async function logErasure(
  db: Tx,
  { rule, count, day, by = programName }: { rule: RetentionName; count: number; day: string; by?: string },
): Promise<void> {
  if (count === 0) return
  await execute(
    db,
    sql`INSERT INTO erasures AS known (day, rule, count, by_name) VALUES (${day}, ${rule}, ${count}, ${by})
        ON CONFLICT (day, rule, by_name) DO UPDATE SET count = known.count + excluded.count, version = known.version + 1, updated_at = now()`,
  )
}
