import { compactText } from '@agremia/resources/rules/text-rule.ts'
import type { FieldInputProps } from './field-face.ts'
import { ibanText } from './iban.tsx'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export function IbanInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={ibanText}
      parse={compactText}
      spellCheck={false}
      maxLength={50}
      className={classes.tabular}
    />
  )
}
