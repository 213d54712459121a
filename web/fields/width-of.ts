import type { FieldDescriptor, InputType } from '@agremia/resources/descriptor.ts'
import { maxLength, ruleArgument } from './field-frame.tsx'

/** In letters, where the kind of a value says how long it is. */
const lettersOf: Partial<Record<InputType, number>> = {
  date: 14,
  datetime: 20,
  email: 44,
  iban: 34,
  money: 11,
  nif: 13,
  phone: 20,
  postalCode: 12,
}

/** Of a letter of usual width, and of what stands around the text in an input; in rem. */
const letter = 0.5625
const around = 1.5

/** How wide the input of a field is, so that it tells how much is written there; undefined where that is as much as fits. */
export function widthOf(field: FieldDescriptor): string | undefined {
  const letters = lettersIn(field)
  return letters === undefined ? undefined : `${(letters * letter + around).toFixed(2)}rem`
}

function lettersIn(field: FieldDescriptor): number | undefined {
  const { inputType, options, unit = '' } = field
  const range = ruleArgument(field, 'wholeNumber')
  if (range !== undefined) return Math.max(4, range.split('-').at(-1)?.length ?? 0) + 1 + unit.length
  if (inputType === 'number') return 10 + unit.length
  if (inputType === 'select') return Math.max(...(options ?? []).map(({ label }) => label.length), 8) + 5
  const longest = maxLength(field)
  if (inputType === 'text' && longest !== undefined && longest <= 40) return Math.max(8, longest)
  return lettersOf[inputType]
}
