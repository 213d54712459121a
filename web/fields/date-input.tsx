import { dateReading, parseDate } from '@agremia/resources/rules/dates.ts'
import { CalendarButton } from './calendar-button.tsx'
import type { FieldInputProps } from './field-face.ts'
import { organisationToday } from './organisation-clock.ts'
import { texts } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import classes from './fields.module.css'

export function DateInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={texts.date.toText}
      parse={(typed) => parseDay(typed, props.field.validation)}
      inputMode="numeric"
      placeholder={props.readOnly ? '' : 'dd/mm/aaaa'}
      className={classes.tabular}
      rightSection={props.readOnly ? undefined : <CalendarButton {...props} />}
      rightSectionPointerEvents="all"
    />
  )
}

/** Parses a typed day by the field's rules; `dd/mm` is of the current year. */
export function parseDay(typed: string, rules: readonly string[]): string | undefined {
  return parseDate(typed, dateReading(rules, organisationToday()))
}
