import { queryOptions } from '@tanstack/react-query'
import { knownKeyBytes, type KnownCards, type KnownCardsPage } from '@agremia/resources/card-verification.ts'
import type { CardValidity } from '@agremia/resources/card-verification.ts'
import { api } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'
import type { Verdict } from './check.ts'

const refreshInterval = 5 * 60_000

/** In memory only while the scanner is open; refetched every five minutes (HTTP 304 when unchanged). */
export const knownListQuery = queryOptions({
  queryKey: ['knownCards'],
  queryFn: async ({ signal }) => {
    const requestedAt = new Date().toISOString()
    const { data } = requireAnswer(await api.get<{ data: KnownCards }>('membership_cards/known', signal))
    return openKnownList(data, requestedAt) ?? null
  },
  staleTime: refreshInterval,
  gcTime: 0,
  refetchInterval: refreshInterval,
  refetchIntervalInBackground: true,
  structuralSharing: false,
})

/** A snapshot of all cards, to check them while the server does not respond. Contains hashes instead of codes. */
export interface KnownList {
  listedAt: string
  count: number
  /** The verdict on a code; `today` as ISO date. */
  find: (code: string, today: string) => Promise<Verdict>
}

/** Undefined if the browser cannot compute SHA-256: `crypto.subtle` needs HTTPS or localhost. */
export function openKnownList(cards: KnownCards, listedAt: string): KnownList | undefined {
  // Despite its type, undefined on pages without HTTPS.
  const digest = (crypto as Partial<Crypto>).subtle
  if (!digest) return undefined
  const pages = cards.pages.map((page) => ({ ...page, bytes: bytesOf(page.keys) }))
  const count = pages.reduce((sum, { numbers }) => sum + numbers.length, 0)
  return {
    listedAt,
    count,
    async find(code, today) {
      const hash = new Uint8Array(await digest.digest('SHA-256', new TextEncoder().encode(code)))
      const key = hash.subarray(0, knownKeyBytes)
      const page = pages.find(({ bytes }) => compareAt(bytes, bytes.length / knownKeyBytes - 1, key) >= 0)
      const place = page === undefined ? -1 : placeOf(page.bytes, key)
      if (page === undefined || place === -1) return { status: 'desconhecido', listedAt }
      return { ...verdictAt(cards, page, place, today), listedAt }
    },
  }
}

function verdictAt(cards: KnownCards, page: KnownCardsPage, place: number, today: string): Verdict {
  const validUntil = page.until[place] ?? null
  const listed = cards.statuses[page.statuses[place] ?? -1] as CardValidity
  // The list may have been fetched yesterday.
  const hasEnded = listed === 'valido' && validUntil !== null && validUntil < today
  return {
    status: hasEnded ? 'expirado' : listed,
    memberNumber: page.numbers[place] ?? 0,
    name: page.names[place] ?? '',
    category: cards.categories[page.categories[place] ?? -1] ?? '',
    validUntil,
  }
}

/** Binary search of a key in the sorted keys of a page; -1 if absent. */
function placeOf(bytes: Uint8Array, key: Uint8Array): number {
  let low = 0
  let high = bytes.length / knownKeyBytes - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compareAt(bytes, middle, key)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Compares the key at a position with another: negative if it sorts before. */
function compareAt(bytes: Uint8Array, place: number, key: Uint8Array): number {
  for (let index = 0; index < knownKeyBytes; index++) {
    const difference = (bytes[place * knownKeyBytes + index] ?? 0) - (key[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}
