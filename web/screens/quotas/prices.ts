/** A price of a plan, as the API tells it. */
export interface Price {
  _id: string
  validFrom: string
  /** Null: for the categories that have no price of their own. */
  categoryId: string | null
  amount: number
  joia: number | null
}

/** The price of a category's quotas: its own, or the general one. */
export interface HeldPrice {
  amount: number
  joia: number | null
  isOwn: boolean
  /** It begins on that very day. */
  isNew: boolean
}

/**
 * What a category pays for the periods that begin on a day: the last price of its own, or else the last general one;
 * undefined when there is none yet.
 */
export function priceAt(
  prices: readonly Price[],
  categoryId: string | null,
  day: string,
): HeldPrice | undefined {
  const lastOf = (whose: string | null) =>
    prices
      .filter((price) => price.categoryId === whose && price.validFrom <= day)
      .toSorted((one, other) => one.validFrom.localeCompare(other.validFrom))
      .at(-1)
  const found = (categoryId === null ? undefined : lastOf(categoryId)) ?? lastOf(null)
  return (
    found && {
      amount: found.amount,
      joia: found.joia,
      isOwn: found.categoryId !== null,
      isNew: found.validFrom === day,
    }
  )
}

/** The days on which prices begin, newest first. */
export function priceDays(prices: readonly Price[]): string[] {
  return [...new Set(prices.map(({ validFrom }) => validFrom))].toSorted().toReversed()
}

/** Whether the prices of a day, among all `days`, newest first, hold, will hold, or held once: of those that began, the last holds. */
export function dayState(days: readonly string[], day: string, today: string): 'past' | 'now' | 'future' {
  if (day > today) return 'future'
  return days.find((one) => one <= today) === day ? 'now' : 'past'
}
