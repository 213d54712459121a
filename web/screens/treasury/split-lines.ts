import type { Cents } from '@agremia/resources/rules/amount.ts'
import { decimalToCents, formatAmount, toEuros } from '@agremia/resources/rules/amount.ts'

/** The part of a transaction for a cost centre; the amount in euros, or the text as typed. */
export interface SplitLine {
  costCenterId: string | null
  amount: unknown
}

/** The lines of a transaction; empty when it is not divided. */
export function linesOf(splits: unknown): SplitLine[] {
  return Array.isArray(splits) ? (splits as SplitLine[]) : []
}

interface Part {
  amount: unknown
}

/** What the lines leave of the amount that they divide; negative when they are more. */
export function remainingCents<Line extends Part>(amount: unknown, lines: readonly Line[]): Cents {
  return centsOf(amount) - lines.reduce((sum, line) => sum + centsOf(line.amount), 0)
}

/** The lines with the rest added to one of them; unchanged when nothing is left for it. */
export function withRest<Line extends Part>(amount: unknown, lines: readonly Line[], index: number): Line[] {
  const rest = remainingCents(amount, lines)
  return lines.map((line, at) => {
    const cents = centsOf(line.amount) + rest
    return at === index && cents > 0 ? { ...line, amount: toEuros(cents) } : line
  })
}

export function restText(rest: Cents): string {
  if (rest === 0) return 'Está tudo dividido'
  return rest > 0 ? `Faltam ${formatAmount(rest)}` : `${formatAmount(0 - rest)} a mais`
}

/** Two lines to begin with, the first of the chosen centre. */
export function firstLines(costCenterId: unknown): SplitLine[] {
  const first = typeof costCenterId === 'string' ? costCenterId : null
  return [first, null].map((id) => ({ costCenterId: id, amount: null }))
}

/** Zero for what is no amount. */
function centsOf(value: unknown): Cents {
  return typeof value === 'number' ? (decimalToCents(value) ?? 0) : 0
}
