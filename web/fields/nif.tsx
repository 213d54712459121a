import { nif as nifRule } from '@agremia/resources/rules/identity-numbers.ts'
import type { FieldFace, FieldInputProps } from './field-face.ts'
import { textCell } from './text-cell.tsx'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export const nif: FieldFace = { Input: NifInput, Cell: textCell(toText), toText, isWhole, width: 8 }

function NifInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={toText}
      parse={(typed) => nifRule.normalize(typed)}
      inputMode="numeric"
      maxLength={16}
      className={classes.tabular}
    />
  )
}

function isWhole(value: unknown): boolean {
  return plainText(value).replace(/\D/g, '').length >= 9
}

function toText(value: unknown): string {
  return nifRule.format(plainText(value))
}
