import type { Sql } from '../database/sql.ts'
import { raw, sql } from '../database/sql.ts'

/** SQL that converts cents to euros with two decimals; NULL becomes 0. */
export function euros(cents: string | Sql): Sql {
  return sql`round(coalesce(${typeof cents === 'string' ? raw(cents) : cents}, 0) / 100.0, 2)`
}
