import { formatIban, maskIban } from '@agremia/resources/rules/bank-identifiers.ts'
import { compactText } from '@agremia/resources/rules/text-rule.ts'
import type { FieldCellProps, FieldFace, FieldInputProps } from './field-face.ts'
import { CellText } from './text-cell.tsx'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export const iban: FieldFace = { Input: IbanInput, Cell: IbanCell, toText, width: 13 }

function IbanInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={toText}
      parse={compactText}
      spellCheck={false}
      maxLength={50}
      className={classes.tabular}
    />
  )
}

/** Lists mask the IBAN, which other people could see on the screen. */
function IbanCell({ value }: FieldCellProps) {
  const text = plainText(value)
  return <CellText>{text === '' ? '' : maskIban(text)}</CellText>
}

function toText(value: unknown): string {
  return formatIban(plainText(value))
}
