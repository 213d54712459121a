import { useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { useLocation } from 'react-router'
import type { StoredRecord } from '../../api/client.ts'
import { beginWalk } from './record-walk.ts'
import { focusRow } from './row-focus.ts'
import type { ListRows } from './use-list-rows.ts'
import type { RowWindow } from './use-row-window.ts'

interface OpenedRow {
  index: number
  id: string
  /** The entry of the history that it was opened from. */
  entry: string
}

interface ReturnOptions {
  /** What holds the rows, each with its `data-index`. */
  holder: RefObject<HTMLElement | null>
  rows: ListRows
  window: RowWindow
  memory: string
  pathBy: string
  pathOf: (record: StoredRecord) => string | undefined
}

export interface Return {
  /** Says that the row is being opened. */
  opening: (index: number) => void
  /** The same, for what holds the rows: heard when a link in one of them is pressed. */
  onClickCapture: (event: MouseEvent) => void
}

/**
 * Whoever comes back from a record that was opened here, by the history or by the crumbs above it, finds the focus on its
 * row. It stays where it is when somebody has it, or came by another way.
 */
export function useReturn(options: ReturnOptions): Return {
  const { holder, rows, window, memory, pathBy, pathOf } = options
  const { key, state } = useLocation()
  const [goal] = useState(() => rowComeBackTo(memory, key, state))
  const isOver = useRef(false)
  const shown = useRef<number>(undefined)

  useEffect(() => {
    if (!goal || isOver.current || rows.total === undefined) return
    isOver.current = document.activeElement !== document.body
    if (isOver.current) return
    const place = placeOf(goal, rows)
    const index = place ?? goal.index
    if (shown.current !== index) window.show(index)
    shown.current = index
    if (place !== undefined) isOver.current = focusRow(holder.current, index)
  }, [goal, rows, window, holder])

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

/** The record that is open now is another one of the same list: whoever comes back finds that one. */
export function rememberOpened(memory: string, index: number, id: string): void {
  const row = openedRows.get(memory)
  if (row) openedRows.set(memory, { ...row, index, id })
}

/** `state` says where a crumb was pressed: `{ from: '/socios/…' }`. */
function rowComeBackTo(memory: string, entry: string, state: unknown): OpenedRow | undefined {
  const row = openedRows.get(memory)
  if (!row || row.entry === entry) return row
  const { from } = (state ?? {}) as { from?: unknown }
  return typeof from === 'string' && from.split('/').includes(row.id) ? row : undefined
}

/** Where the record stands now, if not far from where it was; else its former place. Undefined while that is not known. */
function placeOf({ index, id }: OpenedRow, { total = 0, rowAt }: ListRows): number | undefined {
  const place = Math.min(index, total - 1)
  if (!rowAt(place)) return undefined
  for (let step = 0; step <= farthest; step++) {
    if (rowAt(place - step)?._id === id) return place - step
    if (rowAt(place + step)?._id === id) return place + step
  }
  return place
}

const farthest = 100
