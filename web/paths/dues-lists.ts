import { owedStates } from '@agremia/resources/charge-states.ts'
import { enteredStates } from '@agremia/resources/payment-states.ts'
import { listAddress } from './list-address.ts'
import { debtsPath, paymentsPath } from './dues.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'

/** A range of days, `YYYY-MM-DD`, inclusive; null means no limit. */
export interface Days {
  from: string | null
  to: string | null
}

/** Path of the list of payments between two days, optionally of one method. */
export function paymentsBetween({ from, to }: Days, method?: string): string {
  return listAddress(paymentsPath, { date_from: from, date_to: to, method, status: enteredStates })
}

/** Path of the list of open charges, optionally due between two days. */
export function debtsDue(days: Days = anyDay, categoryId?: string): string {
  return chargesOf(days, categoryId, owedStates)
}

/** Path of the list of charges due between two days, paid or not. */
export function chargesDue(days: Days, categoryId?: string): string {
  return chargesOf(days, categoryId, [...owedStates, 'paid'])
}

/** Path of the list of charges due between two days that are paid or partly paid. */
export function chargesPaid(days: Days, categoryId?: string): string {
  return chargesOf(days, categoryId, paidStates)
}

/** Path of the list of charges of a generation: all, paid or open ones. */
export function chargesOfRun(
  runId: string,
  {
    part = 'charged',
    categoryId,
  }: { part?: 'charged' | 'paid' | 'owed'; categoryId?: string | undefined } = {},
): string {
  const status = { charged: [], paid: paidStates, owed: owedStates }[part]
  return listAddress(debtsPath, { quotaRunId: runId, categoryId, status })
}

/** Path of the list of members with credit, in any state. */
export function membersWithCredit(membersPath: string): string {
  return listAddress(membersPath, { credit_from: '0.01' })
}

export function yearDays(year: number): { from: string; to: string } {
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

/** First and last day of a month; `month` from 1 to 12. */
export function monthDays(year: number, month: number): { from: string; to: string } {
  const first = (monthNumber: number) => `${year}-${String(monthNumber).padStart(2, '0')}-01`
  return { from: first(month), to: month === 12 ? `${year}-12-31` : addDays(first(month + 1), -1) }
}

const anyDay: Days = { from: null, to: null }
const paidStates = ['partial', 'paid']

function chargesOf({ from, to }: Days, categoryId: string | undefined, status: readonly string[]): string {
  return listAddress(debtsPath, { dueDate_from: from, dueDate_to: to, categoryId, status })
}
