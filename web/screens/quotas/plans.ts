import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { monthNames } from '@agremia/resources/rules/dates.ts'
import { periodsOf } from '@agremia/resources/rules/quota-periods.ts'

export type Plan = ResourceRecord<'quotaPlans'>

export type Category = ResourceRecord<'memberCategories'>

/** The due date of each period as text. */
export function dueText({ periodicity, dueDay, dueMonth }: Plan): string {
  const day = dueDay === 31 ? 'último dia' : `dia ${dueDay}`
  if (periodsOf(periodicity).length === 1) return `até ao ${day} de ${monthNames[dueMonth - 1] ?? ''}`
  if (periodicity === 'monthly') return `até ao ${day} do mês`
  return `até ao ${day} do ${Math.min(dueMonth, monthsOf(periodicity))}.º mês`
}

/** Number of months in each period. */
function monthsOf(periodicity: string): number {
  return 12 / periodsOf(periodicity).length
}

/** Without a category: the general price, for categories without their own. */
export type Price = Pick<
  ResourceRecord<'quotaPrices'>,
  '_id' | 'validFrom' | 'categoryId' | 'amount' | 'joia'
>

/** The price that applies to a category: its own, or the general one. */
export interface EffectivePrice {
  amount: Euros
  joia: Euros | null
  isOwn: boolean
  /** Whether it begins on the requested day. */
  isNew: boolean
}

/**
 * The price that a category pays for periods that begin on a day: its own latest price, or else the latest general one.
 * Undefined when there is none.
 */
export function priceAt(
  prices: readonly Price[],
  categoryId: string | null,
  day: string,
): EffectivePrice | undefined {
  const lastOf = (owner: string | null) =>
    prices
      .filter((price) => price.categoryId === owner && price.validFrom <= day)
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

/** Whether the prices of `day` are past, in force or future. `days` are all start days, newest first. */
export function dayState(days: readonly string[], day: string, today: string): 'past' | 'now' | 'future' {
  if (day > today) return 'future'
  return days.find((one) => one <= today) === day ? 'now' : 'past'
}
