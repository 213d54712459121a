import { lazy, Suspense } from 'react'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { Popover } from '../../ui/popover.tsx'
import { filterText, type FilterPreset } from './filter-text.ts'
import type { Filters } from './list-state.ts'
import { useFilterNames } from './use-filter-names.ts'
import classes from './list-toolbar.module.css'

export interface FilterChipProps {
  field: FieldDescriptor
  label: string
  presets: readonly FilterPreset[]
  filters: Filters
  opened: boolean
  onToggle: (opened: boolean) => void
  onChange: (filters: Filters) => void
  onClear: () => void
}

const loadEditor = () => import('./filter-editor.tsx')
const FilterEditor = lazy(loadEditor)

/** A filter: what it says when it filters, otherwise an invitation. */
export function FilterChip(props: FilterChipProps) {
  const { field, label, presets, filters, opened, onToggle } = props
  const nameOf = useFilterNames(field, filters[field.name] ?? [])
  const said = filterText(field, filters, { presets, nameOf })
  return (
    <Popover opened={opened} onChange={onToggle} position="bottom-start">
      <span className={classes.chip} data-active={said !== undefined}>
        <Popover.Target>
          <UnstyledButton
            className={classes.chipButton}
            onClick={() => onToggle(!opened)}
            onPointerEnter={() => void loadEditor()}
            onFocus={() => void loadEditor()}
          >
            {said === undefined && <IconPlus size="0.875rem" stroke={1.75} aria-hidden />}
            <span className={classes.chipText}>{said === undefined ? label : `${label}: ${said}`}</span>
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
