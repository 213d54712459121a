import { isRange, type FilterPreset } from './filter-text.ts'
import { ChoicesFilter } from './choices-filter.tsx'
import { RangeFilter } from './range-filter.tsx'
import { TextFilter } from './text-filter.tsx'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { Filters } from './list-state.ts'

export interface FilterEditorProps {
  field: FieldDescriptor
  label: string
  presets: readonly FilterPreset[]
  filters: Filters
  onChange: (filters: Filters) => void
}

/** The editor of a filter, loaded on hover or focus of the chip. */
export default function FilterEditor(props: FilterEditorProps) {
  const { field } = props
  if (isRange(field)) return <RangeFilter {...props} />
  if (field.inputType === 'reference' || field.inputType === 'checkbox' || field.options)
    return <ChoicesFilter {...props} />
  return <TextFilter {...props} />
}
