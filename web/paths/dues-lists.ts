import { owedStates } from '@agremia/resources/charge-states.ts'
import { listAddress, type Pair } from './list-address.ts'
import { debtsPath, paymentsPath } from './dues.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'

/** The days of a range, `YYYY-MM-DD`; null where it has no limit. */
export interface Days {
  from: string | null
  to: string | null
}

/** The list of what came in between two days, by one method where it is said. */
export function paymentsBetween({ from, to }: Days, method?: string): string {
  const byMethod: Pair[] = method === undefined ? [] : [['method', method]]
  return listAddress(paymentsPath, [...range('date', { from, to }), ...byMethod, ['status', 'registered']])
}

/** The list of what is still to be paid, of those that fell due between two days when these are said. */
export function debtsDue(days: Days = always, categoryId?: string): string {
  return listAddress(debtsPath, [...range('dueDate', days), ...ofCategory(categoryId), ...unpaid])
}

/** The list of what was charged, paid or not, that falls due between two days. */
export function chargesDue(days: Days, categoryId?: string): string {
  return listAddress(debtsPath, [...range('dueDate', days), ...ofCategory(categoryId), ...charged])
}

/** The same, and of it only what was paid, in part or whole. */
export function chargesPaid(days: Days, categoryId?: string): string {
  return listAddress(debtsPath, [...range('dueDate', days), ...ofCategory(categoryId), ...paid])
}

/** The list of all that a generation made, whatever became of it, or of what is paid or owed of it. */
export function chargesOfRun(
  runId: string,
  {
    part = 'charged',
    categoryId,
  }: { part?: 'charged' | 'paid' | 'owed'; categoryId?: string | undefined } = {},
): string {
  const standing = { charged: [], paid, owed: unpaid }[part]
  return listAddress(debtsPath, [['quotaRunId', runId], ...ofCategory(categoryId), ...standing])
}

/** The list of members with money left over, whatever their state. */
export function membersWithCredit(membersPath: string): string {
  return listAddress(membersPath, [['credit_from', '0.01']])
}

export function yearDays(year: number): { from: string; to: string } {
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

/** The first and the last day of a month, counted from 1. */
export function monthDays(year: number, month: number): { from: string; to: string } {
  const first = (which: number) => `${year}-${String(which).padStart(2, '0')}-01`
  return { from: first(month), to: month === 12 ? `${year}-12-31` : addDays(first(month + 1), -1) }
}

const always: Days = { from: null, to: null }
const unpaid = owedStates.map((state): Pair => ['status', state])
const charged: Pair[] = [...unpaid, ['status', 'paid']]
const paid: Pair[] = [
  ['status', 'partial'],
  ['status', 'paid'],
]

function ofCategory(categoryId: string | undefined): Pair[] {
  return categoryId === undefined ? [] : [['categoryId', categoryId]]
}

function range(field: string, { from, to }: Days): Pair[] {
  const pairs: [string, string | null][] = [
    [`${field}_from`, from],
    [`${field}_to`, to],
  ]
  return pairs.filter((pair): pair is Pair => pair[1] !== null)
}
