import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'

const showingCards = ['membershipCards', 'membershipCardLetters', 'printBatches']

/** All that shows cards is read again; `others` changed with them. */
export function refreshCards(client: QueryClient, others: readonly string[] = []): void {
  for (const resource of [...showingCards, ...others]) {
    void client.invalidateQueries({ queryKey: keys.lists(resource) })
    void client.invalidateQueries({ queryKey: keys.records(resource) })
  }
}
