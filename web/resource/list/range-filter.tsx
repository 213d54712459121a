import { Stack } from '@mantine/core'
import { limitsYears } from '@agremia/resources/rules/dates.ts'
import { faceOf } from '../../fields/index.ts'
import type { FilterEditorProps } from './filter-editor.tsx'
import { rangeValue, withLimit } from './filter-text.ts'
import { PresetChoices, presencePresets } from './preset-choices.tsx'

/** Filters from a value to another; either may be left open. */
export function RangeFilter(props: FilterEditorProps) {
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
  const { Input } = faceOf(field)
  // Of the field's rules, a limit keeps only those that say how its days are read.
  const { help: _help, ...bare } = field
  const value = filters[name]?.[0]
  return (
    <Input
      id={`filter-${name}`}
      field={{ ...bare, name, label: word, validation: field.validation.filter(limitsYears) }}
      value={value === undefined ? null : rangeValue(field, value)}
      record={{}}
      isFirst={side === 'from'}
      onChange={(next) => {
        if (next === null) onChange(withLimit(field, filters, side, undefined))
        else if (isMeant(next, field.type)) onChange(withLimit(field, filters, side, String(next)))
      }}
    />
  )
}

/** While a date or a number is half typed it filters nothing. */
function isMeant(value: unknown, type: string): boolean {
  if (type === 'date') return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  if (type === 'datetime') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return typeof value === 'number'
}
