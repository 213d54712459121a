import type { Cents } from '@agremia/resources/rules/amount.ts'

/** A movement as the bank tells it. */
export interface StatementLine {
  date: string
  valueDate: string | null
  /** Negative for what left the account. */
  amount: Cents
  description: string
  counterpartName: string | null
  counterpartIban: string | null
  /** The reference that the sender gave, such as an end-to-end id. */
  reference: string | null
  /** Balance of the account after the line. */
  balance: Cents | null
}

/** A statement that was read from a file. */
export interface Statement {
  format: 'csv' | 'camt053'
  /** Of the account, when the file has it. */
  iban: string | null
  /** In the order of time. */
  lines: StatementLine[]
  closing: { date: string; balance: Cents } | null
}

/** Lines that were not read, with their number in the file from 1. */
export interface UnreadLine {
  line: number
  reason: string
}

/** More is a mistake: ten years of a busy account. */
export const maxStatementLines = 50_000
