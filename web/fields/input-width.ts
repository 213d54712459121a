import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { maxLength, ruleArgument } from './field-frame.tsx'
import type { InputType } from '@agremia/resources/field-types.ts'

/** Typical number of characters of an input type. */
const charactersOf: Partial<Record<InputType, number>> = {
  date: 14,
  datetime: 20,
  email: 44,
  iban: 34,
  money: 11,
  nif: 13,
  phone: 20,
  postalCode: 12,
}

/** Width of an average character, and of padding and borders, in rem. */
const characterWidth = 0.5625
const paddingWidth = 1.5

/** Input width that matches the length of the values; undefined for the full width. */
export function widthOf(field: FieldDescriptor): string | undefined {
  const characters = characterCount(field)
  return characters === undefined
    ? undefined
    : `${(characters * characterWidth + paddingWidth).toFixed(2)}rem`
}

function characterCount(field: FieldDescriptor): number | undefined {
  const { inputType, options, unit = '' } = field
  const range = ruleArgument(field, 'wholeNumber')
  if (range !== undefined) return Math.max(4, range.split('-').at(-1)?.length ?? 0) + 1 + unit.length
  if (inputType === 'number') return 10 + unit.length
  if (inputType === 'select') return Math.max(...(options ?? []).map(({ label }) => label.length), 8) + 5
  const longest = maxLength(field)
  if (inputType === 'text' && longest !== undefined && longest <= 40) return Math.max(8, longest)
  return charactersOf[inputType]
}
