import { nif } from '@agremia/resources/rules/identity-numbers.ts'
import type { FieldInputProps } from './field-face.ts'
import { nifText } from './nif.tsx'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export function NifInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={nifText}
      parse={(typed) => nif.normalize(typed)}
      inputMode="numeric"
      maxLength={16}
      className={classes.tabular}
    />
  )
}
