import { useRef, useState, type KeyboardEvent } from 'react'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useHotkey } from '../../ui/hotkeys.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import classes from './list-toolbar.module.css'

interface ListSearchProps {
  label: string
  placeholder: string | undefined
  value: string
  onChange: (search: string, how: 'push' | 'replace') => void
  /** Arrow down leaves the box for the first row. */
  onLeave: () => void
}

const searchDelay = 250

/** Searches as one types. One search is one step of Back, however many letters it took. */
export function ListSearch({ label, placeholder, value, onChange, onLeave }: ListSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<{ text: string; answered: string } | null>(null)
  const inBurst = useRef(false)
  const text = typed !== null && typed.answered === value ? typed.text : value
  useHotkey({ keys: '/', label: 'Pesquisar', group: 'Na lista' }, () => input.current?.focus())

  const search = (next: string) => {
    setTyped({ text: next, answered: next.trim() })
    onChange(next.trim(), inBurst.current ? 'replace' : 'push')
    inBurst.current = true
  }
  const searchSoon = useDebouncedCallback(search, searchDelay)

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
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={placeholder ?? 'Pesquisar…'}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => {
        setTyped({ text: currentTarget.value, answered: value })
        searchSoon(currentTarget.value)
      }}
      onKeyDown={onKeyDown}
      onBlur={() => {
        searchSoon.flush()
        inBurst.current = false
      }}
      leftSection={<IconSearch size="1.125rem" stroke={1.5} aria-hidden />}
      rightSectionPointerEvents={text === '' ? 'none' : 'all'}
      rightSection={
        text === '' ? (
          <KeyCaps keys="/" />
        ) : (
          <CloseButton size="sm" aria-label="Limpar a pesquisa" onClick={clear} />
        )
      }
    />
  )
}
