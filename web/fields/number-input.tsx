import type { FieldInputProps } from './field-face.ts'
import { texts } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export function NumberInput(props: FieldInputProps) {
  const isInteger = props.field.type === 'int32'
  return (
    <TypedInput
      {...props}
      format={(value) => texts.number.toText(value, props.field)}
      parse={isInteger ? parseWholeNumber : parseNumber}
      inputMode={isInteger ? 'numeric' : 'decimal'}
      className={classes.tabular}
      {...unitOf(props.field)}
    />
  )
}

/** Right section with the unit, and its width. */
export function unitOf({ unit }: FieldInputProps['field']) {
  if (unit === undefined) return {}
  return {
    rightSection: <span className={classes.unit}>{unit}</span>,
    rightSectionWidth: `${unit.length * 0.5 + 1.25}rem`,
    rightSectionPointerEvents: 'none' as const,
  }
}

/** Parses a whole number: `1 234`, `1.234`, `n.º 1234`. */
export function parseWholeNumber(typed: string): number | undefined {
  const digits = typed.replaceAll(/[\s.\u00A0\u202F]|n\.?º/gi, '')
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

/** Parses a decimal with comma or point; when both appear, the last one is the decimal mark. */
export function parseNumber(typed: string): number | undefined {
  const compact = typed.replaceAll(/[\s\u00A0\u202F]/g, '').replace('\u2212', '-')
  const comma = compact.lastIndexOf(',')
  const plain =
    comma > compact.lastIndexOf('.')
      ? compact.replaceAll('.', '').replace(',', '.')
      : compact.replaceAll(',', '')
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : undefined
}
