import { useEffect, useRef, useState } from 'react'
import { api, type ListParams, type StoredRecord } from '../../api/client.ts'
import { requireAnswer } from '../../api/query-client.ts'
import type { ListRows } from './use-list-rows.ts'

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

export interface SelectionControls {
  selection: Selection
  count: number
  isAll: boolean
  has: (id: string) => boolean
  /** Toggles a row; with `range`, sets all rows since the last toggled one to its state. */
  toggle: (index: number, range: boolean) => void
  selectAll: () => void
  clear: () => void
  /** Records that were selected or deselected one by one, by id, as they were then. */
  knownRecords: ReadonlyMap<string, StoredRecord>
}

/** Selection of the list's rows. */
export function useSelection(rows: ListRows): SelectionControls {
  const [selection, setSelection] = useState<Selection>(nothingSelected)
  const [knownRecords, setKnownRecords] = useState<ReadonlyMap<string, StoredRecord>>(new Map())
  const anchor = useRef<{ index: number; chosen: boolean } | undefined>(undefined)
  const [lastSearch, setLastSearch] = useState(rows.shown)
  if (lastSearch !== rows.shown) {
    setLastSearch(rows.shown)
    setSelection(afterNewSearch)
  }
  useEffect(() => {
    anchor.current = undefined
  }, [lastSearch])

  return {
    selection,
    count: countSelected(selection, rows.total ?? 0),
    isAll: selection.kind === 'all' && selection.except.size === 0,
    has: (id) => isSelected(selection, id),
    toggle: (index, range) => {
      const record = rows.rowAt(index)
      if (record === undefined) return
      const id = record._id
      const choose = (records: readonly StoredRecord[], isChosen: boolean) => {
        setKnownRecords(
          (current) => new Map([...current, ...records.map((each) => [each._id, each] as const)]),
        )
        setSelection((current) =>
          withRecords(
            current,
            records.map(({ _id }) => _id),
            isChosen,
          ),
        )
      }
      const previous = anchor.current
      if (range && previous) {
        const { chosen } = previous
        void rows.recordsBetween(rangeOf(previous.index, index)).then((records) => choose(records, chosen))
        return
      }
      const chosen = !isSelected(selection, id)
      anchor.current = { index, chosen }
      choose([record], chosen)
    },
    selectAll: () => setSelection(everythingSelected),
    clear: () => setSelection(nothingSelected),
    knownRecords,
  }
}

const idsPerRequest = 500

/** Ids of the chosen records. For “all”, reads every page of the search now. */
export async function chosenIds(
  resource: string,
  params: ListParams,
  selection: Selection,
): Promise<string[]> {
  if (selection.kind === 'some') return [...selection.ids]
  const ids: string[] = []
  for (let page = 1, total = Infinity; (page - 1) * idsPerRequest < total; page++) {
    const { data, meta } = requireAnswer(await api.list(resource, { ...params, page, limit: idsPerRequest }))
    ids.push(...data.map(({ _id }) => _id))
    total = meta.total
  }
  return ids.filter((id) => !selection.except.has(id))
}
