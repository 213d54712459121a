import { queryOptions } from '@tanstack/react-query'
import { api, isApiError } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'
import type { Standing } from './standings.ts'

/** What whoever has a card's code is told. */
export interface CardCheck {
  status: Standing
  organisation: string
  memberNumber: number
  displayName: string
  category: string
  /** The year. */
  memberSince: number
  validUntil: string | null
  photoUrl: string | null
  checkedAt: string
  /** For the staff only. */
  memberId?: string
  cardId?: string
}

/** What a card is worth, or null when no card has this code. Throws `ApiError`, with status 0 where nobody answered. */
export async function askForCard(code: string, signal?: AbortSignal): Promise<CardCheck | null> {
  const path = `membership_cards/verify/${encodeURIComponent(code)}`
  try {
    return answered(await api.get<{ data: CardCheck }>(path, signal)).data
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
