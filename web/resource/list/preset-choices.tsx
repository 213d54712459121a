import { UnstyledButton } from '@mantine/core'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { FilterEditorProps } from './filter-editor.tsx'
import { isPresetActive, presenceChoices, withPreset, type FilterPreset } from './filter-text.ts'
import classes from './list-toolbar.module.css'

type PresetChoicesProps = Pick<FilterEditorProps, 'field' | 'presets' | 'filters' | 'onChange'>

/** Buttons of presets; each replaces the field's current filter. */
export function PresetChoices({ field, presets, filters, onChange }: PresetChoicesProps) {
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
export function presencePresets(field: FieldDescriptor): FilterPreset[] {
  return presenceChoices(field).map(({ value, label }) => ({ label, values: [value] }))
}
