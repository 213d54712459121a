import type { KnownCards } from '@agremia/resources/card-verification.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'
import { openKnownList } from './known-list.ts'

const refreshedEvery = 5 * 60_000

/** Kept in memory for as long as somebody checks cards, and asked for again now and then; unchanged, it does not travel. */
export const knownListQuery = queryOptions({
  queryKey: ['knownCards'],
  queryFn: async ({ signal }) => {
    const askedAt = new Date().toISOString()
    const { data } = answered(await api.get<{ data: KnownCards }>('membership_cards/known', signal))
    return openKnownList(data, askedAt) ?? null
  },
  staleTime: refreshedEvery,
  gcTime: 0,
  refetchInterval: refreshedEvery,
  refetchIntervalInBackground: true,
  structuralSharing: false,
})
