/** Results of the verification of a card. Public API: external readers compare these codes. */
export const cardValidities = ['valido', 'expirado', 'irregular', 'suspenso', 'invalido'] as const
export type CardValidity = (typeof cardValidities)[number]

/** Answer of the public verification of a card. */
export interface CardVerification {
  status: CardValidity
  organisation: string
  memberNumber: number
  displayName: string
  category: string
  /** Year. */
  memberSince: number
  validUntil: string | null
  photoUrl: string | null
  checkedAt: string
  /** For the staff only. */
  memberId?: string
  cardId?: string
}

/** Bytes of the SHA-256 of a code in the list of known cards. About a million codes share them, so codes cannot be recovered. */
export const knownKeyBytes = 5

/** A page of known cards, column by column, ordered by key over all pages. */
export interface KnownCardsPage {
  /** The first bytes of the SHA-256 of each code, concatenated, in base 64. */
  keys: string
  numbers: number[]
  names: string[]
  /** Indexes into `statuses` of the list. */
  statuses: number[]
  /** Indexes into `categories` of the list. */
  categories: number[]
  /** Last valid day, `YYYY-MM-DD`; null when unlimited. */
  until: (string | null)[]
}

/** The list of known cards, for checks without a network. */
export interface KnownCards {
  listedAt: string
  pages: KnownCardsPage[]
  statuses: string[]
  categories: string[]
}
