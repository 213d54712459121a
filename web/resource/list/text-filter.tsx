import { useState } from 'react'
import { Button, Group, TextInput } from '@mantine/core'
import { emptyValue, presentValue } from '@agremia/resources/list-parameters.ts'
import type { FilterEditorProps } from './filter-editor.tsx'
import { withFilter } from './list-state.ts'
import { PresetChoices, presencePresets } from './preset-choices.tsx'

/** Filter by an exact text. */
export function TextFilter({ field, label, filters, onChange }: FilterEditorProps) {
  const present = filters[field.name]?.[0] ?? ''
  const [typed, setTyped] = useState([emptyValue, presentValue].includes(present) ? '' : present)
  return (
    <form
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
