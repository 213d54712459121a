/** Chosen records: some by id, or all that the search finds except a few. */
export type Selection =
  | { kind: 'some'; ids: ReadonlySet<string> }
  | { kind: 'all'; except: ReadonlySet<string> }

export const nothingSelected: Selection = { kind: 'some', ids: new Set() }
export const everythingSelected: Selection = { kind: 'all', except: new Set() }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'all' ? !selection.except.has(id) : selection.ids.has(id)
}

/** How many records are chosen, out of the total that the search finds. */
export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.ids.size
}

/**
 * What the chosen records come to, in cents, when all that the search finds come to `total`; undefined where something of it is
 * not known. `centsOf` answers undefined of a record that is not known.
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

/** The selection with these records in it, or out of it. */
export function withRecords(selection: Selection, ids: Iterable<string>, chosen: boolean): Selection {
  if (selection.kind === 'all') return { kind: 'all', except: changed(selection.except, ids, !chosen) }
  return { kind: 'some', ids: changed(selection.ids, ids, chosen) }
}

/** The first and last position of a range that goes from one row to another, in either direction. */
export function rangeOf(anchor: number, target: number): { from: number; to: number } {
  return { from: Math.min(anchor, target), to: Math.max(anchor, target) }
}

/** What becomes of the selection when the search changes: “all” was of the other search, ids are still people. */
export function afterNewSearch(selection: Selection): Selection {
  return selection.kind === 'all' ? nothingSelected : selection
}

function changed(before: ReadonlySet<string>, ids: Iterable<string>, add: boolean): ReadonlySet<string> {
  const after = new Set(before)
  for (const id of ids) {
    if (add) after.add(id)
    else after.delete(id)
  }
  return after
}
