/** Reads a value of the tab's session storage; undefined when absent or not JSON. */
export function recallInTab<Kept>(name: string): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value in the tab's session storage. When the quota is exceeded, the earlier value remains. */
export function keepInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The storage quota is exceeded.
  }
}
