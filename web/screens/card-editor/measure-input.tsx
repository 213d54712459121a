import { useState } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { parseNumber, unitOf } from '../../fields/number.tsx'
import { TypedInput } from '../../fields/typed-input.tsx'

interface MeasureInputProps {
  name: string
  label: string
  unit?: string
  value: number
  least: number
  most: number
  whole?: boolean
  onChange: (value: number) => void
}

/** Input for a number from `least` to `most`. Invalid text shows an error and does not call `onChange`. */
export function MeasureInput({
  name,
  label,
  unit,
  value,
  least,
  most,
  whole = false,
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
  const isRight = (given: unknown): given is number =>
    typeof given === 'number' && given >= least && given <= most && (!whole || Number.isInteger(given))
  return (
    <TypedInput
      id={`card-${name}`}
      field={field}
      record={{}}
      value={wrong === undefined ? value : wrong}
      format={(shown) => (typeof shown === 'number' ? formatNumber(shown) : String(shown ?? ''))}
      parse={parseNumber}
      inputMode="decimal"
      {...unitOf(field)}
      error={wrong === undefined ? undefined : `De ${formatNumber(least)} a ${formatNumber(most)}.`}
      onChange={(given) => {
        setWrong(isRight(given) ? undefined : given)
        if (isRight(given)) onChange(given)
      }}
      onBlur={() => setWrong(undefined)}
    />
  )
}
