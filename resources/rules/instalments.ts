import { addMonths, type DateText } from './dates.ts'

export interface Instalment {
  number: number
  dueDate: DateText
  /** Cents. */
  amount: number
}

/** Equal parts of an amount in cents; the cents that do not divide go to the first ones. */
export function splitAmount(total: number, parts: number): number[] {
  const least = Math.floor(total / parts)
  return Array.from({ length: parts }, (_, index) => least + (index < total - least * parts ? 1 : 0))
}

/** An amount in cents paid little by little, on the same day of each month from the first one on. */
export function instalmentsOf(total: number, parts: number, firstDate: DateText): Instalment[] {
  return splitAmount(total, parts).map((amount, index) => ({
    number: index + 1,
    dueDate: addMonths(firstDate, index),
    amount,
  }))
}
