import type { Sql } from './sql.ts'
import { sql } from './sql.ts'

/** The number of the month in which the accounting year begins. Read once a statement. */
const firstMonth = sql`(SELECT value::integer FROM settings WHERE name = 'fiscalYearStart')`

/** SQL of `fiscalYearOf` (`resources/rules/fiscal-year.ts`). */
export const fiscalYearSql = (date: Sql): Sql =>
  sql`extract(year FROM ${date} - make_interval(months => ${firstMonth} - 1))::integer`

/** SQL of the first day of an accounting year. */
export const fiscalYearStartSql = (year: unknown): Sql =>
  sql`(SELECT make_date(${year}::integer, ${firstMonth}, 1))`

/** SQL of `fiscalYearText`. */
export const fiscalYearTextSql = (year: Sql): Sql =>
  sql`CASE WHEN ${firstMonth} = 1 THEN ${year}::text ELSE ${year} || '/' || right((${year} + 1)::text, 2) END`
