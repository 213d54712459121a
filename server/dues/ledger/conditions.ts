import { endedStates, owedStates } from '@agremia/resources/charge-states.ts'
import type { Sql } from '../../database/sql.ts'
import { literals, raw, sql } from '../../database/sql.ts'

/** SQL: whether the charge `c` has an open amount. Must match the predicate of the index `unsettled_payments_owed`. */
export const isOwed = sql`c.status IN (${literals(owedStates)})`
/** SQL: whether the charge `c` is owed or paid: neither cancelled nor waived. */
export const isOwedOrPaid = sql`c.status NOT IN (${literals(endedStates)})`
/** SQL: whether the charge `c` is not cancelled. Waived charges count too: no other charge may have their period. */
export const isNotCancelled = sql`c.status <> 'cancelled'`
/** SQL: whether the payment `p` is not cancelled. */
export const isReceived = sql`p.status = 'registered'`
/** SQL: whether the use of credit `u` is not undone. */
export const isUsed = sql`u.status = 'active'`

/** SQL of the status of the charge `c` when `paid` of it is paid. */
export function statusSql(paid: Sql): Sql {
  return sql`CASE WHEN ${paid} = 0 THEN 'open' WHEN ${paid} < c.amount THEN 'partial' ELSE 'paid' END`
}

/** SQL of consecutive months: the first day and the number of months. */
interface Span {
  starts: Sql
  months: Sql
}

/** SQL of the months of the quota with this alias: of its period, or of its year. */
export const monthsOf = (charge: string): Span => ({
  starts: sql`period_start(${raw(charge)}.year, ${raw(charge)}.period)`,
  months: sql`period_months(${raw(charge)}.period)`,
})

/** SQL: whether two spans have a month in common, as a year has with each of its quarters. */
export const shareMonths = (one: Span, other: Span) =>
  sql`(${one.starts} < ${other.starts} + make_interval(months => ${other.months})
    AND ${other.starts} < ${one.starts} + make_interval(months => ${one.months}))`
