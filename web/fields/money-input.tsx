import { toEuros, parseAmount } from '@agremia/resources/rules/amount.ts'
import type { FieldInputProps } from './field-face.ts'
import { texts } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export function MoneyInput(props: FieldInputProps) {
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

/** Parses an amount to euros: `1.234,5`, `1 234,50 €`, `1234.50`. */
export function parseMoney(typed: string): number | undefined {
  const cents = parseAmount(typed)
  return cents === undefined ? undefined : toEuros(cents)
}
