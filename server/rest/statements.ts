import type { KeptStatement, StatementKind } from '../database/kept-statements.ts'

/** A statement that PostgreSQL plans once for each connection. For the texts that the program asks again and again. */
export function prepared(text: string, values: unknown[], keep: StatementKind = 'record'): KeptStatement {
  return { text, values, keep }
}
