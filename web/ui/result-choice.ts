import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react'
import { useCombobox } from '@mantine/core'

interface ResultChoiceOptions {
  /** The search text as typed. */
  search: string
  /** Ids of the results of `search` that have arrived, as shown; never those of an earlier text. */
  ids: readonly string[]
  /** Whether all have arrived. */
  isCurrent: boolean
  opened?: boolean
  onChoose: (id: string) => void
  /** Tab chooses as Enter does, and then goes on to the next field or stays, where the choice moves the focus. */
  onTab?: 'goOn' | 'stay'
  /** Called on Enter and Tab while the results are not current, to search without waiting for the debounce. */
  searchNow?: () => void
}

/**
 * Choice among search results with the keyboard. The first result is selected; one selected with the
 * arrow keys remains selected when results arrive that still contain it. Enter chooses an option
 * selected with the arrow keys, or else the first result of the typed text, for which it waits.
 */
export function useResultChoice(options: ResultChoiceOptions) {
  const { search, ids, isCurrent, opened = true, onChoose, onTab, searchNow } = options
  const combobox = useCombobox({ opened })
  const { selectOption, getSelectedOptionIndex } = combobox
  const shown = useRef(ids)
  // The search text for which an arrow key, or Enter before the results, was pressed.
  const moved = useRef<string>(undefined)
  const awaited = useRef<string>(undefined)

  const select = useEffectEvent(() => {
    const selected = moved.current === search ? shown.current[getSelectedOptionIndex()] : undefined
    shown.current = ids
    selectOption(selected === undefined ? 0 : Math.max(0, ids.indexOf(selected)))
  })
  const shownIds = ids.join(' ')
  useEffect(() => select(), [search, shownIds])

  const chooseAwaited = useEffectEvent(() => {
    const [first] = ids
    if (first !== undefined && awaited.current === search) onChoose(first)
    awaited.current = undefined
  })
  useEffect(() => {
    if (isCurrent) chooseAwaited()
  }, [isCurrent])

  function onKeyDownCapture(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey) return
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (isArrow && ids.length > 0) moved.current = search
    const isTab = onTab !== undefined && event.key === 'Tab' && !event.shiftKey && search !== ''
    if ((event.key !== 'Enter' && !isTab) || !opened) return
    if (isCurrent) {
      const chosen = ids[Math.max(0, getSelectedOptionIndex())]
      if (!isTab || chosen === undefined) return
      if (onTab === 'stay') event.preventDefault()
      onChoose(chosen)
      return
    }
    if (moved.current === search) return
    event.preventDefault()
    event.stopPropagation()
    awaited.current = search
    searchNow?.()
  }
  return { combobox, onKeyDownCapture }
}
