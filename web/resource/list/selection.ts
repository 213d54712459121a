/** Selected records: by id, or all results of the search except some. */
export type Selection =
  | { kind: 'some'; ids: ReadonlySet<string> }
  | { kind: 'all'; except: ReadonlySet<string> }

export const nothingSelected: Selection = { kind: 'some', ids: new Set() }
export const everythingSelected: Selection = { kind: 'all', except: new Set() }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'all' ? !selection.except.has(id) : selection.ids.has(id)
}

/** Number of selected records, of `total` results. */
export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.ids.size
}

/**
 * Sum of the selected records in cents; `total` is the sum of all results. Undefined if an amount is unknown,
 * for which `centsOf` returns undefined.
 */
export function sumSelected(
  selection: Selection,
  total: number | undefined,
  centsOf: (id: string) => number | undefined,
): number | undefined {
  const ids = selection.kind === 'all' ? selection.except : selection.ids
  let sum = 0
  for (const id of ids) {
    const cents = centsOf(id)
    if (cents === undefined) return undefined
    sum += cents
  }
  if (selection.kind === 'some') return sum
  return total === undefined ? undefined : total - sum
}

/** The selection with records added or removed. */
export function withRecords(selection: Selection, ids: Iterable<string>, chosen: boolean): Selection {
  if (selection.kind === 'all') return { kind: 'all', except: withIds(selection.except, ids, !chosen) }
  return { kind: 'some', ids: withIds(selection.ids, ids, chosen) }
}

/** First and last index of a range, in either direction. */
export function rangeOf(anchor: number, target: number): { from: number; to: number } {
  return { from: Math.min(anchor, target), to: Math.max(anchor, target) }
}

/** A new search clears "select all" and keeps ids picked one by one. */
export function afterNewSearch(selection: Selection): Selection {
  return selection.kind === 'all' ? nothingSelected : selection
}

function withIds(before: ReadonlySet<string>, ids: Iterable<string>, add: boolean): ReadonlySet<string> {
  const after = new Set(before)
  for (const id of ids) {
    if (add) after.add(id)
    else after.delete(id)
  }
  return after
}
