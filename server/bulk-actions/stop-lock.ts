import { sql } from '../database/sql.ts'
import type { Sql } from '../database/sql.ts'

/**
 * SQL of the key of an advisory lock: shared by the transaction of each record, alone for who stops the bulk action. A row lock
 * would not do: the next record takes it again before the waiter wakes, while advisory locks are granted in the order of the requests.
 */
export function stopLock(id: string): Sql {
  return sql`hashtextextended('bulk action ' || ${id}::text, 0)`
}
