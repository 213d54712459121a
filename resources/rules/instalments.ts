import type { Cents } from './amount.ts'
import { addMonths, type DateText } from './dates.ts'

export interface Instalment {
  number: number
  dueDate: DateText
  /** Cents. */
  amount: Cents
}

/** Splits an amount in cents into equal parts; the first ones get the remaining cents. */
export function splitAmount(total: Cents, parts: number): Cents[] {
  const base = Math.floor(total / parts)
  return Array.from({ length: parts }, (_, index) => base + (index < total - base * parts ? 1 : 0))
}

/** Splits an amount in cents into monthly instalments, on the same day of each month from `firstDate` on. */
export function instalmentsOf(total: Cents, parts: number, firstDate: DateText): Instalment[] {
  return splitAmount(total, parts).map((amount, index) => ({
    number: index + 1,
    dueDate: addMonths(firstDate, index),
    amount,
  }))
}
