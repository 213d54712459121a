import { Suspense } from 'react'
import { countryName } from '@agremia/resources/countries.ts'
import { displayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { FieldFace, FieldInputProps } from './field-face.ts'
import { LoadingInput } from './lazy-input.tsx'
import { maxLength } from './field-frame.tsx'
import { textCell } from './text-cell.tsx'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import { lazyPart } from '../ui/lazy-part.ts'

export const text: FieldFace = { Input: TextFieldInput, Cell: textCell(toText), toText, width: 12 }

const CountryInput = lazyPart(() => import('./country-input.tsx'))

function TextFieldInput(props: FieldInputProps) {
  if (!isCountry(props.field)) {
    return <TypedInput {...props} format={plainText} parse={asTyped} maxLength={maxLength(props.field)} />
  }
  return (
    <Suspense fallback={<LoadingInput label={props.field.label} />}>
      <CountryInput {...props} />
    </Suspense>
  )
}

function toText(value: unknown, field: FieldDescriptor): string {
  if (isCountry(field) && typeof value === 'string') return countryName(value)
  const content = plainText(value)
  return phonePattern.test(content) ? displayPhone(content) : content
}

/** Contacts of every type share this field; phone numbers are formatted. */
const phonePattern = /^\+\d{8,15}$/

function isCountry(field: FieldDescriptor): boolean {
  return field.validation.includes('country')
}

function asTyped(typed: string): string {
  return typed
}
