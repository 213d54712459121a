import { endedStates, owedStates } from '@agremia/resources/charge-states.ts'
import type { Sql } from '../../database/sql.ts'
import { literals, raw, sql } from '../../database/sql.ts'

/** SQL: whether something of the charge `c` is still to be paid. In the words of the index `unsettled_payments_owed`. */
export const isOwed = sql`c.status IN (${literals(owedStates)})`
/** SQL: whether the charge `c` is owed or paid: neither cancelled nor waived. */
export const isOwedOrPaid = sql`c.status NOT IN (${literals(endedStates)})`
/** SQL: whether the charge `c` has its place, also when nobody has to pay it: there is no other for its period. */
export const isNotCancelled = sql`c.status <> 'cancelled'`
/** SQL: whether the payment `p` was not taken back. */
export const isReceived = sql`p.status = 'registered'`
/** SQL: whether the use of credit `u` was not undone. */
export const isUsed = sql`u.status = 'active'`

/** SQL of the status of the charge `c` of which `paid` is paid. */
export function statusSql(paid: Sql): Sql {
  return sql`CASE WHEN ${paid} = 0 THEN 'open' WHEN ${paid} < c.amount THEN 'partial' ELSE 'paid' END`
}

/** Months on end, as SQL: the first day, and how many. */
interface Span {
  starts: Sql
  months: Sql
}

/** SQL of the months of the quota `charge`: of its year, or of its period. */
export const monthsOf = (charge: string): Span => ({
  starts: sql`period_start(${raw(charge)}.year, ${raw(charge)}.period)`,
  months: sql`period_months(${raw(charge)}.period)`,
})

/** SQL: whether two spans have some month in common, as a year has with each of its quarters. */
export const shareMonths = (one: Span, other: Span) =>
  sql`(${one.starts} < ${other.starts} + make_interval(months => ${other.months})
    AND ${other.starts} < ${one.starts} + make_interval(months => ${one.months}))`
