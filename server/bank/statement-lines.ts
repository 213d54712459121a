import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'

/** A movement as the bank tells it. */
export interface StatementLine {
  date: string
  valueDate: string | null
  /** Negative for what left the account. */
  amount: Cents
  /** The amount that the bank entered; an entry with several transactions is several lines. */
  entryAmount: Cents
  /** Number of the line among those of its entry, from 1. */
  part: number
  /** Whether the bank takes back an earlier movement, in either direction. */
  isReturn: boolean
  description: string
  counterpartName: string | null
  counterpartIban: string | null
  counterpartBic: string | null
  /** The reference that the sender gave, such as an end-to-end id. */
  reference: string | null
  /** Balance of the account after the line. */
  balance: Cents | null
}

/** A sum that the file states: the opening balance and the movements must give the closing one. */
export interface StatedSum {
  opening: Cents
  moved: Cents
  closing: Cents
}

/** A statement that was read from a file. */
export interface Statement {
  format: 'csv' | 'camt053' | 'ofx'
  /** Of the account, when the file has it. */
  iban: string | null
  /** In the order of time. */
  lines: StatementLine[]
  closing: { date: string; balance: Cents } | null
  /** First and last day of a file that tells them. */
  period: { from: string; to: string } | null
  sums: StatedSum[]
  unread: UnreadLine[]
  /** What the file has besides, which is not imported, in words for people. */
  leftOut: string[]
}

/** Lines that were not read, with their number in the file from 1. */
export interface UnreadLine {
  line: number
  reason: string
}

/** More is a mistake: ten years of a busy account. */
export const maxStatementLines = 50_000

export function sumOf(lines: readonly { amount: Cents }[]): Cents {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/** Why the balances of a file contradict its movements, with the amounts; undefined when they agree. */
export function sumProblem(sums: readonly StatedSum[]): string | undefined {
  const wrong = sums.find(({ opening, moved, closing }) => opening + moved !== closing)
  if (!wrong) return undefined
  const { opening, moved, closing } = wrong
  return `O saldo inicial de ${formatAmount(opening)} com movimentos de ${formatAmount(moved)} dá ${formatAmount(opening + moved)}, mas o ficheiro diz que o saldo final é ${formatAmount(closing)}: faltam ou sobram ${formatAmount(Math.abs(closing - opening - moved))}. Descarregue o extrato completo, sem filtros.`
}
