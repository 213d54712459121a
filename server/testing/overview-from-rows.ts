import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'
import { overviewSql } from '../dues/overview.ts'

/** SQL of the overview without stored totals: the oracle of their tests, and the baseline of the bench. */
export const overviewFromRowsSql = (today: string): Sql =>
  overviewSql(today, {
    payments: sql`payments`,
    charges: sql`(SELECT *, 1 AS records FROM unsettled_payments)`,
    balances: sql`SELECT NULL::integer AS debt_ages, 0 AS members, sum(credit) AS credit FROM member_balances WHERE credit > 0`,
    debtors: sql`count(DISTINCT c.member_id)`,
  })
