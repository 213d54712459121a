import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useHotkey, useHotkeyHelp, type Hotkey } from '../../ui/hotkeys.ts'
import { focusRow } from './row-focus.ts'
import type { RowWindow } from './use-row-window.ts'
import type { SelectionControls } from './selection.ts'

interface RowKeysOptions {
  holder: RefObject<HTMLElement | null>
  count: number
  window: RowWindow
  selection: SelectionControls | undefined
  onOpen: (index: number, newTab?: boolean) => void
  /** The list is the page: arrow keys work everywhere. */
  ownsPage: boolean
}

/** Roving tabindex: arrow keys move the active row, Enter opens, Space selects. */
export function useRowKeys({ holder, count, window, selection, onOpen, ownsPage }: RowKeysOptions) {
  const [active, setActive] = useState(0)
  const shouldFocus = useRef(false)
  const latest = useRef({ selection, onOpen })
  useEffect(() => {
    latest.current = { selection, onOpen }
  })
  useHotkeyHelp(selection ? allKeys : openingKeys)
  useHotkey(nextRow, () => moveOrFocus(1), ownsPage && count > 0)
  useHotkey(previousRow, () => moveOrFocus(-1), ownsPage && count > 0)

  useEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    holder.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true })
  }, [active, holder])

  function moveTo(index: number, select: boolean) {
    const next = Math.max(0, Math.min(count - 1, index))
    if (select && next !== active) selection?.toggle(next, true)
    shouldFocus.current = true
    window.show(next)
    setActive(next)
  }

  /** From outside the rows, focuses the active row; from inside, moves. */
  function moveOrFocus(step: number) {
    const row = document.activeElement?.closest('[data-index]')
    if (row && holder.current?.contains(row)) return moveTo(active + step, false)
    window.show(active)
    focusRow(holder.current, active)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const row = event.currentTarget.querySelector(`[data-index="${active}"]`)
    if (event.altKey || !(event.target instanceof Node) || !row?.contains(event.target)) return
    const step = steps[event.key]?.(active, count, window.fits)
    if (step !== undefined) moveTo(step, event.shiftKey)
    // Controls in a row handle these keys themselves.
    else if (event.target !== row) return
    else if (event.key === 'Enter') onOpen(active, event.ctrlKey || event.metaKey)
    else if (event.key === ' ' && selection) selection.toggle(active, event.shiftKey)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selection) selection.selectAll()
    else return
    event.preventDefault()
  }

  return {
    active: Math.min(active, Math.max(0, count - 1)),
    handlers: { onKeyDown },
    activate: setActive,
    openAt: useCallback((index: number, newTab: boolean) => latest.current.onOpen(index, newTab), []),
    toggleAt: useCallback(
      (index: number, range: boolean) => latest.current.selection?.toggle(index, range),
      [],
    ),
  }
}

type Step = (active: number, count: number, fits: number) => number

const steps: Record<string, Step> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  PageDown: (active, _count, fits) => active + fits,
  PageUp: (active, _count, fits) => active - fits,
  Home: () => 0,
  End: (_active, count) => count - 1,
}

const nextRow: Hotkey = { keys: 'ArrowDown', label: 'Linha seguinte', group: 'Na lista' }
const previousRow: Hotkey = { keys: 'ArrowUp', label: 'Linha anterior', group: 'Na lista' }
const openingKeys: readonly Hotkey[] = [
  nextRow,
  previousRow,
  { keys: 'Enter', label: 'Abrir', group: 'Na lista' },
]
const allKeys: readonly Hotkey[] = [
  ...openingKeys,
  { keys: ' ', label: 'Selecionar', group: 'Na lista' },
  { keys: 'shift+ArrowDown', label: 'Selecionar seguidas', group: 'Na lista' },
  { keys: 'mod+a', label: 'Selecionar todas', group: 'Na lista' },
]
