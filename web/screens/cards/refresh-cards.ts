import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'

const cardResources = ['membershipCards', 'membershipCardLetters', 'printBatches']

/** Invalidates the queries that show cards, and those of the resources in `others`. */
export function refreshCards(client: QueryClient, others: readonly string[] = []): void {
  for (const resource of [...cardResources, ...others]) {
    void client.invalidateQueries({ queryKey: keys.lists(resource) })
    void client.invalidateQueries({ queryKey: keys.records(resource) })
  }
}
