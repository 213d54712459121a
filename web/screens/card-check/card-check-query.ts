import type { CardVerification } from '@agremia/resources/card-verification.ts'
import { queryOptions } from '@tanstack/react-query'
import { api, isApiError } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'

/** What a card is worth, or null when no card has this code. Throws `ApiError`, with status 0 where nobody answered. */
export async function askForCard(code: string, signal?: AbortSignal): Promise<CardVerification | null> {
  const path = `membership_cards/verify/${encodeURIComponent(code)}`
  try {
    return answered(await api.get<{ data: CardVerification }>(path, signal)).data
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null
    throw error
  }
}

/** A check is worth what it says now: it is not kept, and made again when somebody comes back to it. */
export function cardCheckQuery(code: string) {
  return queryOptions({
    queryKey: ['cardCheck', code],
    queryFn: ({ signal }) => askForCard(code, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: true,
    retry: false,
  })
}
