import { toEuros, parseAmount } from '@agremia/resources/rules/amount.ts'
import type { FieldCellProps, FieldFace, FieldInputProps } from './field-face.ts'
import { Nothing } from './text-cell.tsx'
import { texts } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export const money: FieldFace = { Input: MoneyInput, Cell: MoneyCell, ...texts.money }

function MoneyInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={(value) => texts.money.toText(value).replace(/\s*€$/u, '')}
      parse={parseMoney}
      inputMode="decimal"
      rightSection={<span className={classes.suffix}>€</span>}
      className={classes.tabular}
    />
  )
}

function MoneyCell({ value }: FieldCellProps) {
  const text = texts.money.toText(value)
  return text === '' ? <Nothing /> : <span className={classes.tabular}>{text}</span>
}

/** Parses an amount to euros: `1.234,5`, `1 234,50 €`, `1234.50`. */
export function parseMoney(typed: string): number | undefined {
  const cents = parseAmount(typed)
  return cents === undefined ? undefined : toEuros(cents)
}
