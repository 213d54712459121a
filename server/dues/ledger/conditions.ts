import { endedStates, owedStates } from '@agremia/resources/charge-states.ts'
import { receivedStates } from '@agremia/resources/payment-states.ts'
import type { Sql } from '../../database/sql.ts'
import { literals, raw, sql } from '../../database/sql.ts'

/** SQL: whether the charge `c` has an open amount. Must match the predicate of the index `unsettled_payments_owed`. */
export const isOwed = sql`c.status IN (${literals(owedStates)})`
/** SQL: whether the charge is in a payment agreement that is kept: its instalments say what is due and when. */
export const isAgreed = (charge = 'c') =>
  sql`(${raw(charge)}.agreement_id IS NOT NULL
    AND EXISTS (SELECT FROM payment_agreements kept WHERE kept.id = ${raw(charge)}.agreement_id AND kept.state = 'active'))`
/** SQL: whether the charge is owed since before `today`, and no agreement that is kept allows it to be paid later. */
export const isOverdue = (today: Sql, charge = 'c') =>
  sql`(${raw(charge)}.status IN (${literals(owedStates)}) AND ${raw(charge)}.due_date < ${today} AND NOT ${isAgreed(charge)})`
/** SQL: whether the charge `c` is owed or paid: neither cancelled nor waived. */
export const isOwedOrPaid = sql`c.status NOT IN (${literals(endedStates)})`
/** SQL: whether the charge `c` is not cancelled. Waived charges count too: no other charge may have their period. */
export const isNotCancelled = sql`c.status <> 'cancelled'`
/** SQL: the day after the period of the quota `c`. */
export const endOfPeriod = sql`period_start(c.year, c.period) + make_interval(months => period_months(c.period))`
/** SQL: whether the money of the payment `p` is there, so that it settles charges and is credit. */
export const isReceived = sql`p.status IN (${literals(receivedStates)})`
/** SQL: whether the money of the payment `p` came in on its day, although it may have gone back on a later one. */
export const wasReceived = sql`p.status <> 'cancelled'`
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

/** SQL: whether two charges, neither cancelled, are for the same: the same entry fee, or quotas that share a month. */
export const isSameCharge = (one: string, other: string) => {
  const [c, o] = [raw(one), raw(other)]
  return sql`(${c}.status <> 'cancelled' AND ${o}.status <> 'cancelled' AND ${c}.type = ${o}.type AND ${c}.year = ${o}.year
    AND (${c}.type = 'joia' AND ${c}.period IS NOT DISTINCT FROM ${o}.period OR ${c}.type = 'quota' AND ${shareMonths(monthsOf(one), monthsOf(other))}))`
}
