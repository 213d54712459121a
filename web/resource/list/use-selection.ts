import { useEffect, useRef, useState } from 'react'
import {
  afterNewSearch,
  countSelected,
  everythingSelected,
  isSelected,
  nothingSelected,
  rangeOf,
  withRecords,
  type Selection,
} from './selection.ts'
import type { ListRows } from './use-list-rows.ts'

export interface SelectionControls {
  selection: Selection
  count: number
  isAll: boolean
  has: (id: string) => boolean
  /** Turns one row; with `range`, gives all rows since the last turned one the same state. */
  toggle: (index: number, range: boolean) => void
  selectAll: () => void
  clear: () => void
}

/** Which rows of the list are chosen. */
export function useSelection(rows: ListRows): SelectionControls {
  const [selection, setSelection] = useState<Selection>(nothingSelected)
  const anchor = useRef<{ index: number; chosen: boolean } | undefined>(undefined)
  const [searched, setSearched] = useState(rows.shown)
  if (searched !== rows.shown) {
    setSearched(rows.shown)
    setSelection(afterNewSearch)
  }
  useEffect(() => {
    anchor.current = undefined
  }, [searched])

  return {
    selection,
    count: countSelected(selection, rows.total ?? 0),
    isAll: selection.kind === 'all' && selection.except.size === 0,
    has: (id) => isSelected(selection, id),
    toggle: (index, range) => {
      const id = rows.rowAt(index)?._id
      if (id === undefined) return
      const before = anchor.current
      if (range && before) {
        const { chosen } = before
        void rows
          .idsBetween(rangeOf(before.index, index))
          .then((ids) => setSelection((now) => withRecords(now, ids, chosen)))
        return
      }
      const chosen = !isSelected(selection, id)
      anchor.current = { index, chosen }
      setSelection((now) => withRecords(now, [id], chosen))
    },
    selectAll: () => setSelection(everythingSelected),
    clear: () => setSelection(nothingSelected),
  }
}
