import type { Terminology } from '@agremia/resources/terminology.ts'

const key = 'terminology'

/** The words of the last visit, so that the first screen does not wait for them. */
export function cachedTerminology(): Terminology | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Terminology | null) ?? undefined
  } catch {
    return undefined
  }
}

export function cacheTerminology(terminology: Terminology): void {
  localStorage.setItem(key, JSON.stringify(terminology))
}
