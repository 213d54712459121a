import { useState } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { colour as face, parseColour } from '../../fields/colour.tsx'

interface ColourSettingProps {
  name: string
  label: string
  value: string
  onChange: (colour: string) => void
}

/** Input for a colour. Invalid text shows an error and does not call `onChange`. */
export function ColourSetting({ name, label, value, onChange }: ColourSettingProps) {
  const [wrong, setWrong] = useState<unknown>()
  const field: FieldDescriptor = {
    name,
    label,
    type: 'string',
    inputType: 'colour',
    validation: [],
    group: '',
  }
  return (
    <face.Input
      id={`card-${name}`}
      field={field}
      record={{}}
      value={wrong === undefined ? value : wrong}
      error={wrong === undefined ? undefined : 'Por exemplo #2F6BB8.'}
      onChange={(entered) => {
        const right = typeof entered === 'string' ? parseColour(entered) : undefined
        setWrong(right === undefined ? (entered ?? '') : undefined)
        if (right !== undefined) onChange(right)
      }}
      onBlur={() => setWrong(undefined)}
    />
  )
}
