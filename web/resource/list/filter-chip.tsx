import { Suspense, useEffect, useRef } from 'react'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { Popover } from '../../ui/popover.tsx'
import { filterText, withPreset, type FilterPreset } from './filter-text.ts'
import type { Filters } from './list-state.ts'
import { useFilterNames } from './use-filter-names.ts'
import classes from './list-toolbar.module.css'
import { lazyPart } from '../../ui/lazy-part.ts'

export interface FilterChipProps {
  field: FieldDescriptor
  label: string
  presets: readonly FilterPreset[]
  shortcut: FilterPreset | undefined
  filters: Filters
  opened: boolean
  onToggle: (opened: boolean) => void
  onChange: (filters: Filters) => void
  onClear: () => void
}

const loadEditor = () => import('./filter-editor.tsx')
const FilterEditor = lazyPart(loadEditor)

/** A filter: what it says when it filters, otherwise an invitation, which a shortcut takes at once. */
export function FilterChip(props: FilterChipProps) {
  const { field, label, presets, shortcut, filters, opened, onToggle, onChange } = props
  const nameOf = useFilterNames(field, filters[field.name] ?? [])
  const said = filterText(field, filters, { presets: shortcut ? [shortcut, ...presets] : presets, nameOf })
  const text = chipText(props, said)
  const chip = useShownWhole(`${opened} ${text}`)
  const press = () => {
    if (shortcut && said === undefined) onChange(withPreset(field, filters, shortcut))
    else onToggle(!opened)
  }
  return (
    <Popover opened={opened} onChange={onToggle} position="bottom-start">
      <span ref={chip} className={classes.chip} data-active={said !== undefined}>
        <Popover.Target>
          <UnstyledButton
            className={classes.chipButton}
            onClick={press}
            onPointerEnter={() => void loadEditor()}
            onFocus={() => void loadEditor()}
          >
            {said === undefined && <IconPlus size="0.875rem" stroke={1.75} aria-hidden />}
            <span className={classes.chipText} title={text}>
              {text}
            </span>
          </UnstyledButton>
        </Popover.Target>
        {said !== undefined && (
          <UnstyledButton
            className={classes.chipClear}
            aria-label={`Retirar o filtro ${label}`}
            onClick={props.onClear}
          >
            <IconX size="0.875rem" stroke={1.75} aria-hidden />
          </UnstyledButton>
        )}
      </span>
      <Popover.Dropdown className={classes.dropdown} aria-label={label}>
        <Suspense fallback={<Skeleton w="13rem" h="8rem" />}>
          <FilterEditor {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** On phones, where the chips are scrolled: one that is opened or that says something else is scrolled wholly into sight. */
function useShownWhole(said: string) {
  const chip = useRef<HTMLSpanElement>(null)
  const before = useRef(said)
  useEffect(() => {
    if (before.current === said) return
    before.current = said
    const row = chip.current?.parentElement
    if (!chip.current || !row) return
    const room = row.getBoundingClientRect()
    const { left, right } = chip.current.getBoundingClientRect()
    if (left < room.left) row.scrollLeft += left - room.left - margin
    else if (right > room.right) row.scrollLeft += right - room.right + margin
  }, [said])
  return chip
}

const margin = 16

/** A shortcut is called by its own name, whether it is taken or offered. */
function chipText({ label, shortcut }: FilterChipProps, said: string | undefined): string {
  if (said === undefined || said === shortcut?.label) return shortcut?.label ?? label
  return `${label}: ${said}`
}
