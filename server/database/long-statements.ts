import { sql } from './sql.ts'
import { statementLimits } from '../limits.ts'
import type { Querying } from './querying.ts'

/** Raises the statement timeout of this transaction, for background work on all members. */
export async function allowLongStatements(tx: Querying): Promise<void> {
  const limit = `${statementLimits.backgroundSeconds}s`
  await tx.query(sql`SELECT set_config('statement_timeout', ${limit}, true)`)
}
