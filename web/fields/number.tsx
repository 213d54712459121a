import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import type { FieldCellProps, FieldFace, FieldInputProps } from './field-face.ts'
import { CellText, plainText } from './text-cell.tsx'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export const number: FieldFace = { Input: NumberInput, Cell: NumberCell, toText, align: 'end', width: 6 }

function NumberInput(props: FieldInputProps) {
  const whole = props.field.type === 'int32'
  return (
    <TypedInput
      {...props}
      format={whole ? wholeNumberText : toText}
      parse={whole ? parseWholeNumber : parseNumber}
      inputMode={whole ? 'numeric' : 'decimal'}
      className={classes.tabular}
    />
  )
}

function NumberCell({ field, value }: FieldCellProps) {
  return <CellText>{field.type === 'int32' ? wholeNumberText(value) : toText(value)}</CellText>
}

/** Whole numbers are mostly names of things (a member, a year): they are shown as they are, without groups. */
function wholeNumberText(value: unknown): string {
  return plainText(value)
}

function toText(value: unknown, field?: FieldDescriptor): string {
  if (typeof value !== 'number') return plainText(value)
  return field?.type === 'int32' ? String(value) : formatNumber(value)
}

/** `1 234`, `1.234` and `n.º 1234` have the same meaning. */
export function parseWholeNumber(typed: string): number | undefined {
  const digits = typed.replaceAll(/[\s.\u00A0\u202F]|n\.?º/gi, '')
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

/** Decimals with comma or point; with both, the last one is the decimal mark. */
export function parseNumber(typed: string): number | undefined {
  const compact = typed.replaceAll(/[\s\u00A0\u202F]/g, '')
  const comma = compact.lastIndexOf(',')
  const plain =
    comma > compact.lastIndexOf('.')
      ? compact.replaceAll('.', '').replace(',', '.')
      : compact.replaceAll(',', '')
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : undefined
}
