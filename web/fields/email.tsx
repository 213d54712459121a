import type { FieldFace, FieldInputProps } from './field-face.ts'
import { maxLength } from './field-frame.tsx'
import { textCell } from './text-cell.tsx'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'

export const email: FieldFace = { Input: EmailInput, Cell: textCell(plainText), toText: plainText, width: 15 }

function EmailInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={plainText}
      parse={(typed) => typed.trim()}
      type="email"
      inputMode="email"
      spellCheck={false}
      maxLength={maxLength(props.field)}
    />
  )
}
