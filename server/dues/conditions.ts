import { endedStates, owedStates } from '@agremia/resources/charge-states.ts'

const oneOf = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(', ')})`

/** SQL: whether something of the charge `c` is still to be paid. In the words of the index `unsettled_payments_owed`. */
export const isOwed = `c.status IN ${oneOf(owedStates)}`
/** SQL: whether the charge `c` counts: it is owed or paid. */
export const counts = `c.status NOT IN ${oneOf(endedStates)}`
/** SQL: whether the charge `c` has its place, also when nobody has to pay it: there is no other for its period. */
export const stands = `c.status <> 'cancelled'`
/** SQL: whether the payment `p` was not taken back. */
export const isReceived = `p.status = 'registered'`
/** SQL: whether the use of credit `u` was not undone. */
export const isUsed = `u.status = 'active'`

/** SQL of the status of the charge `c` of which `paid` is paid. */
export function statusSql(paid: string): string {
  return `CASE WHEN ${paid} = 0 THEN 'open' WHEN ${paid} < c.amount THEN 'partial' ELSE 'paid' END`
}

/** Months on end, as SQL: the first day, and how many. */
interface Span {
  starts: string
  months: string
}

/** SQL of the months of the quota `charge`: of its year, or of its period. */
export const monthsOf = (charge: string): Span => ({
  starts: `period_start(${charge}.year, ${charge}.period)`,
  months: `period_months(${charge}.period)`,
})

/** SQL: whether two spans have some month in common, as a year has with each of its quarters. */
export const shareMonths = (one: Span, other: Span) =>
  `(${one.starts} < ${other.starts} + make_interval(months => ${other.months})
    AND ${other.starts} < ${one.starts} + make_interval(months => ${one.months}))`
