import { centsToDecimal, decimalToCents, formatAmount, parseAmount } from '@agremia/resources/rules/amount.ts'
import type { FieldCellProps, FieldFace, FieldInputProps } from './field-face.ts'
import { Nothing } from './text-cell.tsx'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export const money: FieldFace = { Input: MoneyInput, Cell: MoneyCell, toText, align: 'end', width: 8 }

function MoneyInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={(value) => toText(value).replace(/\s*€$/u, '')}
      parse={parseMoney}
      inputMode="decimal"
      rightSection={<span className={classes.suffix}>€</span>}
      className={classes.tabular}
    />
  )
}

function MoneyCell({ value }: FieldCellProps) {
  const said = toText(value)
  return said === '' ? <Nothing /> : <span className={classes.tabular}>{said}</span>
}

function toText(value: unknown): string {
  if (typeof value !== 'number') return plainText(value)
  const cents = decimalToCents(value)
  return cents === undefined ? String(value) : formatAmount(cents)
}

/** Euros as a decimal number, from what people type: `1.234,5`, `1 234,50 €`, `1234.50`. */
export function parseMoney(typed: string): number | undefined {
  const cents = parseAmount(typed)
  return cents === undefined ? undefined : centsToDecimal(cents)
}
