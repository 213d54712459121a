import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useHotkeyHelp, type Hotkey } from '../../ui/hotkeys.ts'
import type { RowWindow } from './use-row-window.ts'
import type { SelectionControls } from './use-selection.ts'

interface RowKeysOptions {
  holder: RefObject<HTMLElement | null>
  count: number
  window: RowWindow
  selection: SelectionControls | undefined
  onOpen: (index: number, newTab?: boolean) => void
}

/** One row is in the tab order; arrows move it, Enter opens, Space chooses. */
export function useRowKeys({ holder, count, window, selection, onOpen }: RowKeysOptions) {
  const [active, setActive] = useState(0)
  const wantsFocus = useRef(false)
  const latest = useRef({ selection, onOpen })
  useEffect(() => {
    latest.current = { selection, onOpen }
  })
  useHotkeyHelp(selection ? allKeys : openingKeys)

  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    holder.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true })
  }, [active, holder])

  function moveTo(index: number, select: boolean) {
    const next = Math.max(0, Math.min(count - 1, index))
    if (select && next !== active) selection?.toggle(next, true)
    wantsFocus.current = true
    window.show(next)
    setActive(next)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.target !== event.currentTarget.querySelector(`[data-index="${active}"]`)) return
    const step = steps[event.key]?.(active, count, window.fits)
    if (step !== undefined) moveTo(step, event.shiftKey)
    else if (event.key === 'Enter') onOpen(active, event.ctrlKey || event.metaKey)
    else if (event.key === ' ' && selection) selection.toggle(active, event.shiftKey)
    else if (event.key === 'Escape' && selection && selection.count > 0) selection.clear()
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

const openingKeys: readonly Hotkey[] = [
  { keys: 'ArrowDown', label: 'Linha seguinte', group: 'Na lista' },
  { keys: 'ArrowUp', label: 'Linha anterior', group: 'Na lista' },
  { keys: 'Enter', label: 'Abrir', group: 'Na lista' },
]
const allKeys: readonly Hotkey[] = [
  ...openingKeys,
  { keys: ' ', label: 'Selecionar', group: 'Na lista' },
  { keys: 'shift+ArrowDown', label: 'Selecionar seguidas', group: 'Na lista' },
  { keys: 'mod+a', label: 'Selecionar todas', group: 'Na lista' },
]
