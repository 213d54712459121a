import type { CardVerification } from '@agremia/resources/card-verification.ts'
import { queryOptions } from '@tanstack/react-query'
import { api, isApiError } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'

/** The verification of a card, or null when no card has this code. Throws `ApiError`; status 0 means no response. */
export async function fetchCardVerification(
  code: string,
  signal?: AbortSignal,
): Promise<CardVerification | null> {
  const path = `membership_cards/verify/${encodeURIComponent(code)}`
  try {
    return answered(await api.get<{ data: CardVerification }>(path, signal)).data
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null
    throw error
  }
}

/** Not cached: a check must show the present status, so it runs again on each visit and reconnect. */
export function cardCheckQuery(code: string) {
  return queryOptions({
    queryKey: ['cardCheck', code],
    queryFn: ({ signal }) => fetchCardVerification(code, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: true,
    retry: false,
  })
}
