import type { CardSet } from '@agremia/resources/definitions/print-batches.ts'
import { listQuery } from '../../api/queries.ts'

/** The cards to print: all waiting ones, or a selection. */
export interface ToPrint {
  cardSet: Extract<CardSet, 'por-imprimir' | 'selecao'>
  /** Only with `selecao`. */
  chosen?: { ids: string[] } | { query: Record<string, string[]> }
  /** The number of selected cards. */
  count?: number
  /** Clears the selection; called when the batch was created. */
  clear?: () => void
}

/** Counts the cards that wait to be printed. */
export const waitingCardsQuery = listQuery('membershipCards', { limit: 1, where: { status: 'toPrint' } })
