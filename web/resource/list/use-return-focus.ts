import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { StoredRecord } from '../../api/client.ts'
import { isFocusFree } from '../../ui/page-heading.tsx'
import { useAddress } from '../../ui/router.tsx'
import { beginWalk } from './record-walk.ts'
import { focusRow } from './row-focus.ts'
import type { ListRows } from './use-list-rows.ts'
import type { RowWindow } from './use-row-window.ts'

interface OpenedRow {
  index: number
  id: string
  /** History entry of the list. */
  entry: string
}

interface ReturnOptions {
  /** Container of the rows, which have `data-index`. */
  holder: RefObject<HTMLElement | null>
  rows: ListRows
  window: RowWindow
  memory: string
  pathBy: string
  pathOf: (record: StoredRecord) => string | undefined
}

export interface Return {
  /** Must be called when a row is opened. */
  opening: (index: number) => void
  /** The same as a click handler of the container: for links in rows. */
  onClickCapture: (event: MouseEvent) => void
}

/** After going back from a record, by history or breadcrumb, focuses its row, unless the focus is elsewhere. */
export function useReturnFocus(options: ReturnOptions): Return {
  const { holder, rows, window, memory, pathBy, pathOf } = options
  const { key, state } = useAddress()
  const [target] = useState(() => findReturnRow(memory, key, state))
  const isDone = useRef(false)
  const shown = useRef<number>(undefined)

  useEffect(() => {
    if (!target || isDone.current || rows.total === undefined) return
    isDone.current = !isFocusFree()
    if (isDone.current) return
    const place = placeOf(target, rows)
    const index = place ?? target.index
    if (shown.current !== index) window.show(index)
    shown.current = index
    if (place !== undefined) isDone.current = focusRow(holder.current, index)
  }, [target, rows, window, holder])

  function opening(index: number): void {
    const record = rows.rowAt(index)
    if (!record) return
    openedRows.set(memory, { index, id: record._id, entry: key })
    const path = pathOf(record)
    const walk = { resource: rows.resource, params: rows.shown, memory, pathBy }
    if (path !== undefined) beginWalk(walk, path, { index, id: record._id, word: String(record[pathBy]) })
  }

  return {
    opening,
    onClickCapture: ({ target }) => {
      const row = target instanceof Element && target.closest('a, button')?.closest('[data-index]')
      if (row) opening(Number(row.getAttribute('data-index')))
    },
  }
}

const openedRows = new Map<string, OpenedRow>()

/** Another record of the list was opened (previous or next): going back focuses that one. */
export function rememberOpened(memory: string, index: number, id: string): void {
  const row = openedRows.get(memory)
  if (row) openedRows.set(memory, { ...row, index, id })
}

/** `state.from` is the path where a breadcrumb was clicked: `/socios/…`. */
function findReturnRow(memory: string, entry: string, state: unknown): OpenedRow | undefined {
  const row = openedRows.get(memory)
  if (!row || row.entry === entry) return row
  const { from } = (state ?? {}) as { from?: unknown }
  return typeof from === 'string' && from.split('/').includes(row.id) ? row : undefined
}

/**
 * Current index of the record, searched near its former index; otherwise the former index. Undefined while
 * loading.
 */
function placeOf({ index, id }: OpenedRow, { total = 0, rowAt }: ListRows): number | undefined {
  const place = Math.min(index, total - 1)
  if (!rowAt(place)) return undefined
  return nearestIndex(place, (at) => rowAt(at)?._id === id) ?? place
}

/** How many rows to search in each direction. */
export const maxDistance = 100

/** The index nearest to `from` that matches; undefined when none does within `maxDistance`. */
export function nearestIndex(from: number, isMatch: (index: number) => boolean): number | undefined {
  for (let step = 0; step <= maxDistance; step++) {
    if (from - step >= 0 && isMatch(from - step)) return from - step
    if (isMatch(from + step)) return from + step
  }
  return undefined
}
