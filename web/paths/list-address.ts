type FilterValue = string | number | null | undefined | readonly string[]

/** Address of a list with exactly these filters, without the default ones; those without a value are left out. */
export function listAddress(path: string, filters: Readonly<Record<string, FilterValue>>): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, String(one)]),
  )
  return `${path}?${new URLSearchParams([['todos', 'sim'], ...given]).toString()}`
}

/** The addresses of the pages below a path. */
export function pagesBelow(path: string): (id: string) => string {
  return (id) => `${path}/${id}`
}
