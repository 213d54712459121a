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
