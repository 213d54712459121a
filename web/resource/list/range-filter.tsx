import { Stack } from '@mantine/core'
import { limitsYears } from '@agremia/resources/rules/dates.ts'
import { faceOf } from '../../fields/index.ts'
import type { FilterEditorProps } from './filter-editor.tsx'
import { rangeValue, withLimit } from './filter-text.ts'
import { PresetChoices, presencePresets } from './preset-choices.tsx'

/** Filter by a range, open at either end. */
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
  // Keeps only the rules that determine how two-digit years are read.
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
