import type { FieldInputProps } from './field-face.ts'
import { maxLength } from './field-frame.tsx'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'

export function EmailInput(props: FieldInputProps) {
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
