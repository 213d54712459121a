import { sql } from './sql.ts'
import { statementLimits } from '../limits.ts'
import type { Querying } from './querying.ts'

/** Lets the statements of this transaction take longer than those of requests: work in the background for all members. */
export async function allowLongStatements(tx: Querying): Promise<void> {
  const limit = `${statementLimits.backgroundSeconds}s`
  await tx.query(sql`SELECT set_config('statement_timeout', ${limit}, true)`)
}
