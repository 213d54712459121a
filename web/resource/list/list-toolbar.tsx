import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { firstLayerEnded, takeTyped } from '../../ui/first-layer.ts'
import { useHotkey } from '../../ui/hotkeys.ts'
import { SearchField } from '../../ui/search-field.tsx'
import type { FilterSetup } from './filters.ts'
import type { ListBodyProps } from './list-body.tsx'
import { ListFilters } from './list-filters.tsx'
import { searchLabel } from './list-state.ts'
import classes from './list-toolbar.module.css'

interface ListToolbarProps extends ListBodyProps {
  /** Moves the focus from the search box to the rows. */
  onLeave: () => void
}

const noSetups: readonly FilterSetup[] = []

/** Search box and filters. */
export function ListToolbar(props: ListToolbarProps) {
  const { descriptor, list, filters = noSetups, lead, searchPlaceholder, onLeave } = props
  const { title, state, change } = list
  return (
    <div className={classes.toolbar} data-only="screen">
      {!descriptor.hasNoSearch && (
        <ListSearch
          label={searchLabel(title)}
          placeholder={searchPlaceholder}
          value={state.search}
          onChange={(search, how) => change({ search }, how)}
          onLeave={onLeave}
        />
      )}
      <ListFilters
        fields={list.filterFields}
        setups={filters}
        filters={state.filters}
        omit={lead?.filters}
        inLine={!list.isPhone}
        onChange={(changed) => change({ filters: changed })}
      />
    </div>
  )
}

interface ListSearchProps {
  label: string
  placeholder: string | undefined
  value: string
  onChange: (search: string, how: 'push' | 'replace') => void
  /** Called on arrow down, to focus the first row. */
  onLeave: () => void
}

const searchDelay = 250

/** Search box, debounced. All letters typed in one go are one history entry. */
function ListSearch({ label, placeholder, value, onChange, onLeave }: ListSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<{ text: string; appliedTo: string } | null>(null)
  const isTypingOn = useRef(false)
  const text = typed !== null && typed.appliedTo === value ? typed.text : value
  useHotkey({ keys: '/', label: 'Pesquisar', group: 'Na lista' }, () => input.current?.focus())

  const search = (next: string) => {
    setTyped({ text: next, appliedTo: next.trim() })
    onChange(next.trim(), isTypingOn.current ? 'replace' : 'push')
    isTypingOn.current = true
  }
  const searchSoon = useDebouncedCallback(search, searchDelay)

  const takeOver = useEffectEvent(() => {
    const early = takeTyped()
    if (early?.hasFocus) input.current?.focus()
    if (early?.text !== undefined) type(early.text)
  })
  // Before the next key is handled.
  useLayoutEffect(() => void firstLayerEnded.then(() => takeOver()), [])

  function type(next: string) {
    setTyped({ text: next, appliedTo: value })
    searchSoon(next)
  }

  function clear() {
    searchSoon.cancel()
    search('')
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && text !== '') clear()
    else if (event.key === 'ArrowDown') onLeave()
    else if (event.key === 'Enter') searchSoon.flush()
    else return
    event.preventDefault()
  }

  return (
    <SearchField
      ref={input}
      className={classes.search}
      label={label}
      placeholder={placeholder ?? 'Pesquisar…'}
      value={text}
      onChange={type}
      onKeyDown={onKeyDown}
      onBlur={() => {
        searchSoon.flush()
        isTypingOn.current = false
      }}
      onClear={clear}
      keys="/"
    />
  )
}
