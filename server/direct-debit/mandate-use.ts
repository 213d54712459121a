import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'
import { toJson } from '../rest/codec.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { raw } from '../database/sql.ts'

/** Months without use after which a mandate lapses. Source: SEPA Direct Debit Core Rulebook, 4.1. */
export const lapseMonths = 36

/** SQL: debits `u` of the mandate that the bank got and did not reject, with their batch `b`. */
const usesOf = (mandate: Sql) => sql`FROM debit_collections u JOIN debit_batches b ON b.id = u.batch_id
  WHERE u.mandate_id = ${mandate}.id AND u.state NOT IN ('rejected', 'cancelled', 'withdrawn') AND b.state NOT IN ('created', 'cancelled')`

/** SQL: the day of the last debit of a mandate, of this program or of an earlier one; null when it was never used. */
export const lastUseOf = (mandate: Sql): Sql =>
  sql`greatest((SELECT max(b.collection_date) ${usesOf(mandate)}), ${mandate}.last_used_on)`

/** SQL: whether a mandate has lapsed on a day. */
export const isLapsedOn = (mandate: Sql, day: Sql): Sql =>
  sql`coalesce(coalesce(${lastUseOf(mandate)}, ${mandate}.signed_on) + interval '36 months' < ${day}, false)`

/** SQL: the IBAN of the last debit of a mandate; null when it was never used. */
export const lastIbanOf = (mandate: Sql): Sql =>
  sql`(SELECT u.iban ${usesOf(mandate)} ORDER BY b.collection_date DESC, u.id DESC LIMIT 1)`

/** The day of the last debit of a mandate. */
export const lastCollectedColumn: ComputedColumn = {
  sql: (alias) => sql`${lastUseOf(raw(alias))}`,
  toJson: toJson.date,
}
