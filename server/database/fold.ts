import type { Sql } from './sql.ts'
import { sql } from './sql.ts'

/** SQL that normalises a text as `foldText` does. */
export function foldedSql(expression: Sql): Sql {
  return sql`fold_text(lower(normalize(${expression}, NFKD) COLLATE "und-x-icu"))`
}
