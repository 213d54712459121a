import type { QueryClient } from '@tanstack/react-query'
import type { StoredRecord } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

/** True if the card is invalid regardless of its date: lost, replaced or revoked. */
export function isEnded({ status }: StoredRecord): boolean {
  return status === 'lost' || status === 'replaced' || status === 'revoked'
}

const cardResources = ['membershipCards', 'membershipCardLetters', 'printBatches']

/** Invalidates all queries that show cards. */
export function refreshCards(client: QueryClient): void {
  for (const resource of cardResources) {
    void client.invalidateQueries({ queryKey: keys.lists(resource) })
    void client.invalidateQueries({ queryKey: keys.records(resource) })
  }
}
