import { sql } from '../database/sql.ts'
import type { Sql } from '../database/sql.ts'

/**
 * The key of an advisory lock that the transaction of each record takes in shared mode, and a stop exclusively. With a row lock the
 * next record would take it again before the waiting stop wakes; advisory locks are granted in the order of the requests.
 */
export function stopLock(id: string): Sql {
  return sql`hashtextextended('bulk action ' || ${id}::text, 0)`
}
