import type { Sql } from '../database/sql.ts'
import { raw, sql } from '../database/sql.ts'

/** SQL of an amount in cents as euros with two decimals; NULL is zero. */
export function euros(cents: string | Sql): Sql {
  return sql`round(coalesce(${typeof cents === 'string' ? raw(cents) : cents}, 0) / 100.0, 2)`
}
