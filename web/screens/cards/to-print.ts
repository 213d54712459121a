import type { CardSet } from '@agremia/resources/definitions/print-batches.ts'

/** Which cards somebody wants on paper: a set that has a name, or those that were chosen. */
export interface ToPrint {
  cardSet: CardSet
  /** Of `selecao`: which, as the server is told. */
  chosen?: { ids: string[] } | { query: Record<string, string[]> }
  /** How many were chosen. */
  count?: number
  /** Once they are being printed. */
  clear?: () => void
}
