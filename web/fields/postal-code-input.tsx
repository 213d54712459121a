import { postalCodeFor } from '@agremia/resources/rules/postal-code.ts'
import type { FieldInputProps } from './field-face.ts'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'

export function PostalCodeInput(props: FieldInputProps) {
  const country = plainText(props.record.country)
  return (
    <TypedInput
      {...props}
      format={plainText}
      parse={(typed) => postalCodeFor(country).normalize(typed)}
      maxLength={16}
    />
  )
}
