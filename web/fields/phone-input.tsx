import type { FieldInputProps } from './field-face.ts'
import { texts } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export function PhoneInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={texts.phone.toText}
      parse={parsePhone}
      type="tel"
      inputMode="tel"
      maxLength={30}
      className={classes.tabular}
    />
  )
}

/**
 * Parses a phone number to E.164: Portuguese numbers in any notation, foreign ones with `+` or `00`. The server
 * validates the numbering plans.
 */
export function parsePhone(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s\u00A0().-]/g, '').replace(/^00/, '+')
  if (/^\d{9}$/.test(digits)) return `+351${digits}`
  if (/^351\d{9}$/.test(digits)) return `+${digits}`
  return /^\+\d{6,15}$/.test(digits) ? digits : undefined
}
