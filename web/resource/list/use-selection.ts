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
import type { StoredRecord } from '../../api/client.ts'
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
  /** The records that were chosen, or excepted, one by one, as they were then; by id. */
  named: ReadonlyMap<string, StoredRecord>
}

/** Which rows of the list are chosen. */
export function useSelection(rows: ListRows): SelectionControls {
  const [selection, setSelection] = useState<Selection>(nothingSelected)
  const [named, setNamed] = useState<ReadonlyMap<string, StoredRecord>>(new Map())
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
      const record = rows.rowAt(index)
      if (record === undefined) return
      const id = record._id
      const choose = (records: readonly StoredRecord[], isChosen: boolean) => {
        setNamed((now) => new Map([...now, ...records.map((each) => [each._id, each] as const)]))
        setSelection((now) =>
          withRecords(
            now,
            records.map(({ _id }) => _id),
            isChosen,
          ),
        )
      }
      const before = anchor.current
      if (range && before) {
        const { chosen } = before
        void rows.recordsBetween(rangeOf(before.index, index)).then((records) => choose(records, chosen))
        return
      }
      const chosen = !isSelected(selection, id)
      anchor.current = { index, chosen }
      choose([record], chosen)
    },
    selectAll: () => setSelection(everythingSelected),
    clear: () => setSelection(nothingSelected),
    named,
  }
}
