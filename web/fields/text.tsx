import { countryName } from '@agremia/resources/countries.ts'
import { displayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { FieldFace } from './field-face.ts'
import { textCell } from './text-cell.tsx'
import { plainText } from './texts.ts'

export const text: FieldFace = { Cell: textCell(toText), toText, width: 12 }

function toText(value: unknown, field: FieldDescriptor): string {
  if (isCountry(field) && typeof value === 'string') return countryName(value)
  const content = plainText(value)
  return phonePattern.test(content) ? displayPhone(content) : content
}

/** Contacts of every type share this field; phone numbers are formatted. */
const phonePattern = /^\+\d{8,15}$/

export function isCountry(field: FieldDescriptor): boolean {
  return field.validation.includes('country')
}
