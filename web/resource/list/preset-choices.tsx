import { UnstyledButton } from '@mantine/core'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { FilterEditorProps } from './filter-editor.tsx'
import { isTaken, presenceChoices, withPreset, type FilterPreset } from './filter-text.ts'
import classes from './list-toolbar.module.css'

type PresetChoicesProps = Pick<FilterEditorProps, 'field' | 'presets' | 'filters' | 'onChange'>

/** Ready-made choices of a filter, each of which takes the place of what it was. */
export function PresetChoices({ field, presets, filters, onChange }: PresetChoicesProps) {
  if (presets.length === 0) return null
  return (
    <div className={classes.choices}>
      {presets.map((preset) => (
        <UnstyledButton
          key={preset.label}
          className={classes.preset}
          aria-pressed={isTaken(field, filters, preset)}
          onClick={() => onChange(withPreset(field, filters, preset))}
        >
          {preset.label}
        </UnstyledButton>
      ))}
    </div>
  )
}

/** Whether there is a value at all, as ready-made choices. */
export function presencePresets(field: FieldDescriptor): FilterPreset[] {
  return presenceChoices(field).map(({ value, label }) => ({ label, values: [value] }))
}
