import type { KnownCards } from '@agremia/resources/known-cards.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'
import { openKnownList } from './known-list.ts'

const refreshInterval = 5 * 60_000

/** In memory only while the scanner is open; refetched every five minutes (HTTP 304 when unchanged). */
export const knownListQuery = queryOptions({
  queryKey: ['knownCards'],
  queryFn: async ({ signal }) => {
    const requestedAt = new Date().toISOString()
    const { data } = answered(await api.get<{ data: KnownCards }>('membership_cards/known', signal))
    return openKnownList(data, requestedAt) ?? null
  },
  staleTime: refreshInterval,
  gcTime: 0,
  refetchInterval: refreshInterval,
  refetchIntervalInBackground: true,
  structuralSharing: false,
})
