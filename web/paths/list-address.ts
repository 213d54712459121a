export type Pair = [name: string, value: string]

/** Address of a list with exactly these filters, without the default ones. */
export function listAddress(path: string, filters: Pair[]): string {
  return `${path}?${new URLSearchParams([['todos', 'sim'], ...filters]).toString()}`
}
