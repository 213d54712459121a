import { Combobox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { KeyCaps } from './key-caps.tsx'
import { LoadingText } from './busy-indicators.tsx'
import { useResultChoice } from './result-choice.ts'
import classes from './command-palette.module.css'

export interface CommandItem {
  id: string
  label: string
  detail?: string | undefined
  /** Hotkey of the same action. */
  keys?: string | undefined
  icon?: ReactNode
}

export interface CommandGroup {
  label: string
  items: CommandItem[]
}

interface CommandPaletteProps {
  search: string
  onSearch: (search: string) => void
  /** What can be searched for. */
  placeholder: string
  groups: CommandGroup[]
  /** Further results of the search are still awaited: Enter waits for them. */
  loading?: boolean
  /** Searches without waiting for a pause in typing. */
  searchNow?: () => void
  onChoose: (id: string) => void
  onClose: () => void
}

/** A search box with results below; the arrow keys move, Enter chooses. */
export function CommandPalette(props: CommandPaletteProps) {
  const { search, onSearch, placeholder, groups, loading = false, searchNow, onChoose, onClose } = props
  const shown = groups.filter(({ items }) => items.length > 0)
  const { combobox, onKeyDownCapture } = useResultChoice({
    search,
    ids: shown.flatMap(({ items }) => items.map(({ id }) => id)),
    isCurrent: !loading,
    onChoose,
    ...(searchNow && { searchNow }),
  })
  return (
    <Dialog
      title="Pesquisar"
      hideTitle
      placement="top"
      width="min(38rem, calc(100vw - 2rem))"
      onClose={onClose}
    >
      <Combobox store={combobox} onOptionSubmit={onChoose} withinPortal={false}>
        <Combobox.EventsTarget>
          <TextInput
            classNames={{ input: classes.input, wrapper: classes.head }}
            value={search}
            onChange={(event) => onSearch(event.currentTarget.value)}
            onKeyDownCapture={onKeyDownCapture}
            leftSection={<IconSearch size="1.25rem" stroke={1.5} />}
            aria-label="Pesquisar"
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.results} aria-label="Resultados">
          {shown.map((group) => (
            <Group key={group.label} group={group} />
          ))}
        </Combobox.Options>
        <Status empty={shown.length === 0} loading={loading} />
      </Combobox>
    </Dialog>
  )
}

function Group({ group }: { group: CommandGroup }) {
  return (
    <Combobox.Group label={group.label} classNames={{ groupLabel: classes.heading }}>
      {group.items.map(({ id, label, detail, keys, icon }) => (
        <Combobox.Option key={id} value={id} className={classes.option}>
          <span className={classes.icon} aria-hidden="true">
            {icon}
          </span>
          <span className={classes.label}>{label}</span>
          {detail && <span className="dimmed">{detail}</span>}
          {keys !== undefined && <KeyCaps keys={keys} />}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}

function Status({ empty, loading }: { empty: boolean; loading: boolean }) {
  if (!empty && !loading) return null
  return (
    <p className={classes.status}>{loading ? <LoadingText>A pesquisar</LoadingText> : 'Sem resultados'}</p>
  )
}
