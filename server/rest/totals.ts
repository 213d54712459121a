/**
 * Totals of lists, kept until something of the resource changes. A count at 100 000 records costs fifty times the page
 * that it accompanies, and most pages are asked again with nothing changed in between.
 */
export interface Totals<T> {
  /** The kept total of `key`, or `count()` kept. Concurrent askers share one count. */
  get(resource: string, key: string, count: () => Promise<T>): Promise<T>
  /** Whether `get` would answer without counting. */
  has(resource: string, key: string): boolean
  /** Forgets the totals of a resource: it changed, here or in another process. */
  forget(resource: string): void
  forgetAll(): void
}

const mostKeys = 500

export function createTotals<T>(): Totals<T> {
  const kept = new Map<string, Map<string, Promise<T>>>()
  return {
    get(resource, key, count) {
      let totals = kept.get(resource)
      if (!totals) kept.set(resource, (totals = new Map()))
      const known = totals.get(key)
      if (known) return known
      if (totals.size >= mostKeys) totals.clear()
      const counting = count()
      totals.set(key, counting)
      const mine = totals
      counting.catch(() => mine.delete(key))
      return counting
    },
    has: (resource, key) => kept.get(resource)?.has(key) ?? false,
    // A count still under way belongs to the forgotten map, so a change during it is never hidden.
    forget: (resource) => void kept.delete(resource),
    forgetAll: () => kept.clear(),
  }
}
