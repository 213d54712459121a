import type { CardSet } from '@agremia/resources/definitions/print-batches.ts'
import { listQuery } from '../../api/queries.ts'

/** Which cards somebody wants on paper: a set that has a name, or those that were chosen. */
export interface ToPrint {
  cardSet: Extract<CardSet, 'por-imprimir' | 'selecao'>
  /** Of `selecao`: which, as the server is told. */
  chosen?: { ids: string[] } | { query: Record<string, string[]> }
  /** How many were chosen. */
  count?: number
  /** Once they are being printed. */
  clear?: () => void
}

/** The cards that wait to be printed; only their number is asked for. */
export const waitingCardsQuery = listQuery('membershipCards', { limit: 1, where: { status: 'toPrint' } })
