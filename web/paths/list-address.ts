export type Pair = [name: string, value: string]

/** The address of a list that shows exactly this: the filters that it usually has do not stand. */
export function listAddress(path: string, filters: Pair[]): string {
  return `${path}?${new URLSearchParams([['todos', 'sim'], ...filters]).toString()}`
}
