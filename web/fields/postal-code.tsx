import { postalCodeFor } from '@agremia/resources/rules/postal-code.ts'
import type { FieldFace, FieldInputProps } from './field-face.ts'
import { textCell } from './text-cell.tsx'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'

export const postalCode: FieldFace = {
  Input: PostalCodeInput,
  Cell: textCell(plainText),
  toText: plainText,
  width: 7,
}

function PostalCodeInput(props: FieldInputProps) {
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
