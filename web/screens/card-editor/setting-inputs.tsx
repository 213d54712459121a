import { useState } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { ColourInput, parseColour } from '../../fields/colour-input.tsx'
import { parseNumber, unitOf } from '../../fields/number-input.tsx'
import { TypedInput } from '../../fields/typed-input.tsx'

interface MeasureInputProps {
  name: string
  label: string
  unit?: string
  value: number
  min: number
  max: number
  whole?: boolean
  readOnly?: boolean
  onChange: (value: number) => void
}

/** Input for a number from `min` to `max`. Invalid text shows an error and does not call `onChange`. */
export function MeasureInput({
  name,
  label,
  unit,
  value,
  min,
  max,
  whole = false,
  readOnly = false,
  onChange,
}: MeasureInputProps) {
  const [wrong, setWrong] = useState<unknown>()
  const field: FieldDescriptor = {
    name,
    label,
    ...(unit !== undefined && { unit }),
    type: whole ? 'int32' : 'float32',
    inputType: 'number',
    validation: [],
    group: '',
  }
  const isRight = (entered: unknown): entered is number =>
    typeof entered === 'number' && entered >= min && entered <= max && (!whole || Number.isInteger(entered))
  return (
    <TypedInput
      id={`card-${name}`}
      field={field}
      record={{}}
      value={wrong === undefined ? value : wrong}
      format={(shown) => (typeof shown === 'number' ? formatNumber(shown) : String(shown ?? ''))}
      parse={parseNumber}
      inputMode="decimal"
      readOnly={readOnly}
      {...unitOf(field)}
      error={wrong === undefined ? undefined : `De ${formatNumber(min)} a ${formatNumber(max)}.`}
      onChange={(entered) => {
        setWrong(isRight(entered) ? undefined : entered)
        if (isRight(entered)) onChange(entered)
      }}
      onBlur={() => setWrong(undefined)}
    />
  )
}

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
    <ColourInput
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
