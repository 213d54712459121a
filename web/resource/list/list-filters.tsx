import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { Popover } from '../../ui/popover.tsx'
import { useFitting } from '../../ui/use-fitting.ts'
import { FilterChip } from './filter-chip.tsx'
import { isFiltered, withoutParts, withParts, type FilterSetup } from './filters.ts'
import { withoutField, type Filters } from './list-state.ts'
import classes from './list-toolbar.module.css'

interface ListFiltersProps {
  fields: FieldMap
  /** Filters that always have a chip, in this order. */
  setups: readonly FilterSetup[]
  filters: Filters
  /** Fields that have a control elsewhere. */
  omit?: readonly string[] | undefined
  /** Keeps the chips on one line: inactive ones that do not fit move to the menu. */
  inLine?: boolean
  onChange: (filters: Filters) => void
}

/** Number of chips when the screen defines none. */
const defaultChips = 4

/** Filter chips; the other filters are in the menu “Mais filtros”. */
export function ListFilters({
  fields,
  setups,
  filters: all,
  omit = [],
  inLine = false,
  onChange: onChangeAll,
}: ListFiltersProps) {
  const filters = withoutParts(setups, fields, all)
  const onChange = (changed: Filters) => onChangeAll(withParts(setups, fields, changed))
  const [opened, setOpened] = useState<string>()
  const [added, setAdded] = useState<string[]>([])
  // Hidden fields appear only when the address filters by them, so that the filter is visible and can be
  // removed.
  const filterable = Object.values(fields).filter(
    (field) =>
      field.filterable && !omit.includes(field.name) && (!field.hidden || isFiltered(field, filters)),
  )
  const always =
    setups.length > 0
      ? setups.map(({ field }) => field)
      : filterable.slice(0, defaultChips).map(({ name }) => name)
  const isShown = (field: FieldDescriptor) =>
    always.includes(field.name) || added.includes(field.name) || isFiltered(field, filters)
  // A filter that only the address brings comes first: on phones the chips scroll, and it must be in sight.
  const isBrought = (name: string) => {
    const field = fields[name]
    return (
      !always.includes(name) && !added.includes(name) && field !== undefined && isFiltered(field, filters)
    )
  }
  const others = filterable.map(({ name }) => name).filter((name) => !always.includes(name))
  const eligible = [...others.filter(isBrought), ...always, ...others.filter((name) => !isBrought(name))]
    .flatMap((name) => fields[name] ?? [])
    .filter(isShown)
  const movable = eligible.filter((field) => !added.includes(field.name) && !isFiltered(field, filters))
  const { holder, shown: room } = useFitting<HTMLElement>(
    movable.length,
    eligible.map(({ name }) => name).join(' '),
    0,
  )
  const overflow = inLine ? movable.slice(room) : []
  const shown = eligible.filter((field) => !overflow.includes(field))
  const labelOf = ({ name, label }: FieldDescriptor) =>
    setups.find(({ field }) => field === name)?.label ?? label
  const inMenu = [...overflow, ...filterable.filter((field) => !isShown(field))]

  return (
    <section
      ref={holder}
      className={classes.filters}
      data-line={inLine}
      data-full={movable.length === overflow.length}
      aria-label="Filtros"
    >
      {shown.map((field) => {
        const setup = setups.find((each) => each.field === field.name)
        return (
          <FilterChip
            key={field.name}
            field={field}
            label={labelOf(field)}
            presets={setup?.presets ?? []}
            shortcut={setup?.shortcut}
            filters={filters}
            opened={opened === field.name}
            onToggle={(open) => setOpened(open ? field.name : undefined)}
            onChange={onChange}
            onClear={() => {
              setAdded((names) => names.filter((name) => name !== field.name))
              onChange(withoutField(filters, field.name))
            }}
          />
        )
      })}
      {inMenu.length > 0 && (
        <MoreFilters
          fields={inMenu}
          labelOf={labelOf}
          onAdd={(name) => {
            setAdded((names) => [...names, name])
            setOpened(name)
          }}
        />
      )}
    </section>
  )
}

function MoreFilters({
  fields,
  labelOf,
  onAdd,
}: {
  fields: readonly FieldDescriptor[]
  labelOf: (field: FieldDescriptor) => string
  onAdd: (name: string) => void
}) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start">
      <Popover.Target>
        <UnstyledButton className={classes.more} onClick={() => setOpened(!opened)}>
          <IconPlus size="0.875rem" stroke={1.75} aria-hidden />
          Mais filtros
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Mais filtros">
        <div className={classes.choices}>
          {fields.map((field) => (
            <UnstyledButton
              key={field.name}
              className={classes.preset}
              onClick={() => {
                setOpened(false)
                onAdd(field.name)
              }}
            >
              {labelOf(field)}
            </UnstyledButton>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
