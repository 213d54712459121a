/**
 * Cache of list totals, dropped when the resource changes. Counting 100 000 records costs fifty times as much as reading a page, and
 * most pages are requested again without changes in between.
 */
export interface Totals<T> {
  /** Returns the cached total of `key`, or calls `count()`. Concurrent calls share one count. */
  get(resource: string, key: string, count: () => Promise<T>): Promise<T>
  /** Whether `get` would not count. */
  has(resource: string, key: string): boolean
  /** Drops the totals of a resource that changed. */
  forget(resource: string): void
  forgetAll(): void
}

const maxKeys = 500

export function createTotals<T>(): Totals<T> {
  const cache = new Map<string, Map<string, Promise<T>>>()
  return {
    get(resource, key, count) {
      let totals = cache.get(resource)
      if (!totals) cache.set(resource, (totals = new Map()))
      const known = totals.get(key)
      if (known) return known
      if (totals.size >= maxKeys) totals.clear()
      const counting = count()
      totals.set(key, counting)
      const mine = totals
      counting.catch(() => mine.delete(key))
      return counting
    },
    has: (resource, key) => cache.get(resource)?.has(key) ?? false,
    // A count under way stays in the dropped map, so that it cannot hide a change during it.
    forget: (resource) => void cache.delete(resource),
    forgetAll: () => cache.clear(),
  }
}
