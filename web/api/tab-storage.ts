/** What this tab keeps under a name, also while the page is loaded anew; undefined when it is nothing that was kept by us. */
export function recallInTab<Kept>(name: string): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps it for as long as the tab is open. Where there is no room for it, the page goes on with what was kept before. */
export function keepInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The browser keeps no more.
  }
}
