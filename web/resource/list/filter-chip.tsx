import { Suspense, useEffect, useRef } from 'react'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { Popover } from '../../ui/popover.tsx'
import { filterText, withPreset, type FilterPreset } from './filters.ts'
import type { Filters } from './list-state.ts'
import { useFilterNames } from './filter-names.ts'
import classes from './list-toolbar.module.css'
import { lazyPart } from '../../ui/lazy-part.ts'

interface FilterChipProps {
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

/**
 * A filter: its current value, or its label. Pressing an inactive chip applies its shortcut, if any; otherwise
 * opens the editor.
 */
export function FilterChip(props: FilterChipProps) {
  const { field, label, presets, shortcut, filters, opened, onToggle, onChange } = props
  const nameOf = useFilterNames(field, filters[field.name] ?? [])
  const activeText = filterText(field, filters, {
    presets: shortcut ? [shortcut, ...presets] : presets,
    nameOf,
  })
  const text = chipText(props, activeText)
  const chip = useScrollIntoView(`${opened} ${text}`)
  const onPress = () => {
    if (shortcut && activeText === undefined) onChange(withPreset(field, filters, shortcut))
    else onToggle(!opened)
  }
  return (
    <Popover opened={opened} onChange={onToggle} position="bottom-start">
      <span ref={chip} className={classes.chip} data-active={activeText !== undefined}>
        <Popover.Target>
          <UnstyledButton
            className={classes.chipButton}
            onClick={onPress}
            onPointerEnter={() => void loadEditor()}
            onFocus={() => void loadEditor()}
          >
            {activeText === undefined && <IconPlus size="0.875rem" stroke={1.75} aria-hidden />}
            <span className={classes.chipText} title={text}>
              {text}
            </span>
          </UnstyledButton>
        </Popover.Target>
        {activeText !== undefined && (
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

/** Scrolls the chip fully into view when its content changes: on phones the row of chips scrolls. */
function useScrollIntoView(content: string) {
  const chip = useRef<HTMLSpanElement>(null)
  const before = useRef(content)
  useEffect(() => {
    if (before.current === content) return
    before.current = content
    const row = chip.current?.parentElement
    if (!chip.current || !row) return
    const room = row.getBoundingClientRect()
    const { left, right } = chip.current.getBoundingClientRect()
    if (left < room.left) row.scrollLeft += left - room.left - margin
    else if (right > room.right) row.scrollLeft += right - room.right + margin
  }, [content])
  return chip
}

const margin = 16

/** A chip with a shortcut has the shortcut's label. */
function chipText({ label, shortcut }: FilterChipProps, activeText: string | undefined): string {
  if (activeText === undefined || activeText === shortcut?.label) return shortcut?.label ?? label
  return `${label}: ${activeText}`
}
