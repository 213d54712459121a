/** Bytes of the SHA-256 of a code that the list of known cards tells: about a million codes begin alike, so none can be read back. */
export const knownKeyBytes = 5

/** Some of the known cards, column by column; those of all pages together are in the order of their keys. */
export interface KnownCardsPage {
  /** The first bytes of the SHA-256 of each code, one after the other, in base 64. */
  keys: string
  numbers: number[]
  names: string[]
  /** Places in the list's `statuses`. */
  statuses: number[]
  /** Places in the list's `categories`. */
  categories: number[]
  /** Last days, `YYYY-MM-DD`; null where there is none. */
  until: (string | null)[]
}

/** What lets a door go on checking while there is no network. */
export interface KnownCards {
  listedAt: string
  pages: KnownCardsPage[]
  statuses: string[]
  categories: string[]
}
