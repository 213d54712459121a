import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { emptyValue, presentValue } from '@agremia/resources/list-parameters.ts'
import { isYearLimit } from '@agremia/resources/rules/dates.ts'
import { Button, Group, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { FieldInput } from '../../fields/field-input.tsx'
import { focusFirstField } from '../../ui/first-field.ts'
import { ChoicesFilter } from './choices-filter.tsx'
import {
  type FilterPreset,
  isPresetActive,
  isRange,
  presenceChoices,
  rangeValue,
  withLimit,
  withPreset,
} from './filters.ts'
import { withFilter } from './list-state.ts'
import classes from './list-toolbar.module.css'
import type { FilterEditorProps } from './choices-filter.tsx'

/** The editor of a filter, loaded on hover or focus of the chip. */
export default function FilterEditor(props: FilterEditorProps) {
  const holder = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (holder.current ? focusFirstField(holder.current) : undefined), [])
  return (
    <div ref={holder}>
      <Editor {...props} />
    </div>
  )
}

function Editor(props: FilterEditorProps) {
  const { field } = props
  if (isRange(field)) return <RangeFilter {...props} />
  if (field.inputType === 'reference' || field.inputType === 'checkbox' || field.options)
    return <ChoicesFilter {...props} />
  return <TextFilter {...props} />
}

/** Filter by a range, open at either end. */
function RangeFilter(props: FilterEditorProps) {
  return (
    <Stack gap="sm" w="15rem">
      <PresetChoices {...props} />
      <Limit {...props} side="from" word="Desde" />
      <Limit {...props} side="to" word="Até" />
      <PresetChoices {...props} presets={presencePresets(props.field)} />
    </Stack>
  )
}

function Limit({
  field,
  filters,
  onChange,
  side,
  word,
}: FilterEditorProps & { side: 'from' | 'to'; word: string }) {
  const name = `${field.name}_${side}`
  // Keeps only the rules that determine how two-digit years are read.
  const { help: _help, ...bare } = field
  const value = filters[name]?.[0]
  return (
    <FieldInput
      id={`filter-${name}`}
      field={{ ...bare, name, label: word, validation: field.validation.filter(isYearLimit) }}
      value={value === undefined ? null : rangeValue(field, value)}
      record={{}}
      isFirst={side === 'from'}
      onChange={(next) => {
        if (next === null) onChange(withLimit(field, filters, side, undefined))
        else if (isComplete(next, field.type)) onChange(withLimit(field, filters, side, String(next)))
      }}
    />
  )
}

/** Whether the value is complete: half-typed dates and numbers do not filter. */
function isComplete(value: unknown, type: string): boolean {
  if (type === 'date') return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  if (type === 'datetime') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return typeof value === 'number'
}

/** Filter by an exact text. */
function TextFilter({ field, label, filters, onChange }: FilterEditorProps) {
  const present = filters[field.name]?.[0] ?? ''
  const [typed, setTyped] = useState([emptyValue, presentValue].includes(present) ? '' : present)
  return (
    <form
      data-part
      onSubmit={(event) => {
        event.preventDefault()
        onChange(withFilter(filters, field.name, typed.trim() === '' ? [] : [typed.trim()]))
      }}
    >
      <TextInput
        label={`${label} igual a`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" mt="sm">
        <Button type="submit" size="xs">
          Aplicar
        </Button>
      </Group>
      <PresetChoices {...{ field, filters, onChange }} presets={presencePresets(field)} />
    </form>
  )
}

type PresetChoicesProps = Pick<FilterEditorProps, 'field' | 'presets' | 'filters' | 'onChange'>

/** Buttons of presets; each replaces the field's current filter. */
function PresetChoices({ field, presets, filters, onChange }: PresetChoicesProps) {
  if (presets.length === 0) return null
  return (
    <div className={classes.choices}>
      {presets.map((preset) => (
        <UnstyledButton
          key={preset.label}
          className={classes.preset}
          aria-pressed={isPresetActive(field, filters, preset)}
          onClick={() => onChange(withPreset(field, filters, preset))}
        >
          {preset.label}
        </UnstyledButton>
      ))}
    </div>
  )
}

/** Presets for empty and non-empty values. */
function presencePresets(field: FieldDescriptor): FilterPreset[] {
  return presenceChoices(field).map(({ value, label }) => ({ label, values: [value] }))
}
